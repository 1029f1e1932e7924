module github.com/uopc/uopc

go 1.26

require github.com/ebitengine/purego v0.11.3 // indirect
