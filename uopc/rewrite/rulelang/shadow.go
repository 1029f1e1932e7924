package rulelang

func (r *reader) priority() {}
