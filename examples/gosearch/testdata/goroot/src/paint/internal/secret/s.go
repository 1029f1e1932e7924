// Package secret is internal.
package secret
