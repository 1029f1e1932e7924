package uir

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/uopc/uopc/uopc/uop"
)

const header = "; uop v1"

// def is where a name was defined. The node is nil when its line was faulty.
type def struct {
	u    *uop.UOp
	line int
}

// line is a line that gave a node.
type line struct {
	name string
	u    *uop.UOp
	no   int
	fn   bool // it applies a function by name
	col  int  // of the op
}

// parser is the state of one Parse.
type parser struct {
	g      *uop.Graph
	name   string
	text   string // all of it, to find definitions that stand too low
	no     int    // of the line
	src    string // the line
	st     stmt
	n      node
	defs   map[string]def
	bodies map[bodyKey]*uop.UOp
	order  []line // the lines that gave nodes, in order
	errs   []*Error
	file   *File
	cs     comments
}

// Parse reads a file into g. The name is for messages. An error is an *Error, or several joined;
// then g is as it was before.
func Parse(g *uop.Graph, name string, src []byte) (*File, error) {
	before := g.Len()
	text := strings.TrimPrefix(string(src), "\ufeff")
	p := &parser{g: g, name: name, text: text, defs: make(map[string]def, strings.Count(text, "\n")),
		file: &File{Graph: g, Trailing: map[*uop.UOp]string{}}}
	p.lines()
	if len(p.errs) == 0 && len(p.order) == 0 {
		p.no, p.src = 1, firstLine(p.text)
		p.report(failf(0, usageLine, "the file has no nodes"))
	}
	if len(p.errs) == 0 {
		p.findNamed()
		p.checkLast()
	}
	if len(p.errs) > 0 {
		g.Rollback(before)
		return nil, join(p.errs)
	}
	p.findRoots()
	p.cs.settle(p.file)
	return p.file, nil
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	return strings.TrimSuffix(s, "\r")
}

// lines reads line by line, until there are faults enough.
func (p *parser) lines() {
	rest, more := p.text, true
	for more && len(p.errs) < maxErrors {
		p.src, rest, more = strings.Cut(rest, "\n")
		p.src = strings.TrimSuffix(p.src, "\r")
		p.no++
		if p.no == 1 {
			if f := p.readHeader(); f != nil {
				p.report(f)
				return
			}
			continue
		}
		// The empty piece behind the last line end is no line.
		if text := strings.TrimLeft(p.src, " \t\r"); text != "" {
			p.readLine(text)
		} else if more {
			p.cs.blank()
		}
	}
}

func (p *parser) report(f *fail) {
	if f != errSkip {
		p.errs = append(p.errs, &Error{File: p.name, Line: p.no, Col: f.col + 1, Msg: f.msg, Src: p.src, Hint: f.hint})
	}
}

func (p *parser) readHeader() *fail {
	title, ok := strings.CutPrefix(p.src, header)
	if !ok || title != "" && title[0] != ' ' && title[0] != '\t' {
		return failf(0, "put this line first: "+header, `the first line must be "%s" (a title may follow), got %s`,
			header, strconv.Quote(shorten(p.src)))
	}
	p.file.Title = strings.TrimSpace(title)
	return nil
}

func (p *parser) readLine(text string) {
	if text[0] == ';' {
		p.cs.add(commentText(text[1:]))
		return
	}
	var u *uop.UOp
	f := p.st.scan(p.src)
	if f == nil {
		f = p.checkNew(p.st.name)
	}
	if f == nil {
		u, f = p.build(&p.st)
	}
	if f != nil {
		p.report(f)
		p.poison()
		return
	}
	name := p.st.name.text
	p.defs[name] = def{u, p.no}
	p.order = append(p.order, line{name, u, p.no, p.n.fn != nil, p.st.op.col})
	p.cs.node(u)
	if p.st.hasComment {
		p.trailing(u, commentText(p.st.comment))
	}
}

// poison notes the name of a faulty line, so that its users are not reported too.
func (p *parser) poison() {
	if name := p.st.name.text; name != "" && p.defs[name].line == 0 {
		p.defs[name] = def{nil, p.no}
	}
}

// trailing keeps the comment behind a node. Of two lines that give one node, the first has the
// place behind it.
func (p *parser) trailing(u *uop.UOp, text string) {
	if text == "" {
		return
	}
	if old, ok := p.file.Trailing[u]; ok && old != text {
		p.cs.above[u] = append(p.cs.above[u], text)
		return
	}
	p.file.Trailing[u] = text
}

func (p *parser) checkNew(t token) *fail {
	if d := p.defs[t.text]; d.line > 0 {
		return failf(t.col, "each line needs a name of its own", "%s is already defined on line %d", shorten(t.text), d.line)
	}
	return nil
}

// lookup gives the node of a name.
func (p *parser) lookup(t token, st *stmt) (*uop.UOp, *fail) {
	d := p.defs[t.text]
	switch {
	case d.u != nil:
		return d.u, nil
	case d.line > 0:
		return nil, errSkip
	}
	const hint = "a node stands above the lines that use it"
	name := shorten(t.text)
	if t.text == st.name.text {
		return nil, failf(t.col, hint, "%s is used in its own definition", name)
	}
	if line := p.findBelow(t.text); line > 0 {
		return nil, failf(t.col, hint, "%s is not defined above this line, but below it, on line %d", name, line)
	}
	return nil, failf(t.col, p.known(), "%s is not defined above this line%s", name, p.similar(t.text))
}

// findBelow gives the line below this one that defines a name, or 0.
func (p *parser) findBelow(name string) int {
	line := 0
	for text := range strings.SplitSeq(p.text, "\n") {
		line++
		rest, ok := strings.CutPrefix(strings.TrimLeft(text, " \t"), name)
		if ok && line > p.no && strings.HasPrefix(strings.TrimLeft(rest, " \t"), "=") {
			return line
		}
	}
	return 0
}

// similar suggests a defined name. Numbers are never a slip for each other.
func (p *parser) similar(name string) string {
	if isInteger(name[1:]) {
		return ""
	}
	const most = 1000 // of the nearest lines: a long file need not be searched whole
	var names []string
	for _, l := range p.order[max(0, len(p.order)-most):] {
		names = append(names, l.name[1:])
	}
	if c := nearest(name[1:], names); c != "" {
		return fmt.Sprintf("; did you mean '%%%s'?", c)
	}
	return ""
}

// known says what could have been used.
func (p *parser) known() string {
	switch n := len(p.order); n {
	case 0:
		return "no node stands above this line"
	case 1:
		return "above is only " + shorten(p.order[0].name)
	default:
		return fmt.Sprintf("above are %s to %s", shorten(p.order[0].name), shorten(p.order[n-1].name))
	}
}
