package rewrite

type PatternError struct{ Msg string }

func (e *PatternError) Error() string { return e.Msg }
