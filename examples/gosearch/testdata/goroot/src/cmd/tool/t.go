// Command tool is a command.
package main
