# Every target is a line that you may as well type; script/ has the longer ones.

.PHONY: demo test generate bench verify fmt clean

demo: ## set up, generate the example's kernels with clang, build it, run it
	@script/demo

test: ## set up, vet, find stale files, run all tests
	@script/test

generate: ## make all generated files again
	@script/setup
	go generate ./...

bench: ## kernels against plain Go loops
	@script/bench

verify: ## the slow tests, an hour or so
	@script/verify

fmt: ## format Go code
	gofmt -l -w cmd examples gen internal kernels runtimecache uopc

clean: ## remove what the targets built; generated packages stay
	rm -rf bin .cache
