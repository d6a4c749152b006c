//go:build race

package properties

const raced = true
