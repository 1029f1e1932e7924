package gen

import (
	"regexp"

	"github.com/dave/jennifer/jen"
)

// A parameter has up to three names. The exported function takes it under the name of the
// definition, whatever that is, for callers read it. The body of the wrapper uses the same name, but
// for the few that would hide what the body itself calls. The Go form and the native side use what
// package render made of it, which C must take as well; nobody outside the package sees that.

// ownName is the name of the definition.
func (u *unit) ownName(slot int) string { return u.params[slot].Name }

// bodyName is how the body of the wrapper calls a slot.
func (u *unit) bodyName(slot int) string { return u.params[slot].body }

// nameBody chooses the names of the wrapper's body.
func (u *unit) nameBody() {
	taken := map[string]bool{}
	for _, p := range u.params {
		taken[p.Name] = true
	}
	for i := range u.params {
		p := &u.params[i]
		for p.body = p.Name; u.hides(p.body) || p.body != p.Name && taken[p.body]; {
			p.body += "_"
		}
		taken[p.body] = true
	}
}

// hides tells whether a parameter of this name would hide what the body of u's wrapper mentions.
func (u *unit) hides(name string) bool {
	if _, helper := goHelpers[name]; helper {
		return true
	}
	switch name {
	case "len", "max", "int64", "uint64", "float64", "true", "false", "strconv",
		"uopcNative", u.goName(), u.nativeName(), u.checkName():
		return true
	}
	return false
}

// checkedName is the function that has the wrapper's body in place of the exported one, and empty
// where the body can use the definition's own names.
func (u *unit) checkedName() string {
	for _, p := range u.exposed() {
		if p.body != p.Name {
			return u.unlikeParams(private(u.name) + "Checked")
		}
	}
	return ""
}

// unlikeParams makes a name that no parameter has, under any of its names.
func (u *unit) unlikeParams(name string) string {
	for _, p := range u.params {
		if p.Name == name || p.body == name || u.goNameOf(p.Slot) == name {
			return u.unlikeParams(name + "_")
		}
	}
	return name
}

// word finds identifiers, and numbers whole: the e of 1e+09 is no name.
var word = regexp.MustCompile(`[\w.]+`)

// bodyWork is the kernel's work, which is written in render's names, in those of the body.
func (u *unit) bodyWork() string {
	body := map[string]string{}
	for slot, name := range u.c.Names {
		body[name] = u.bodyName(slot)
	}
	return word.ReplaceAllStringFunc(u.c.GoWork, func(s string) string {
		if to, ok := body[s]; ok {
			return to
		}
		return s
	})
}

// jenArgs gives arguments, each under the name that name has for its slot.
func jenArgs(ps []param, name func(slot int) string) []jen.Code {
	var out []jen.Code
	for _, p := range ps {
		out = append(out, jen.Id(name(p.Slot)))
	}
	return out
}
