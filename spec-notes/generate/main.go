// Command generate writes the documents of spec-notes. Run it at the root of
// the module, as `make notes` does.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	specnotes "github.com/eralock/eralock/spec-notes"
)

func main() {
	if err := write(); err != nil {
		fmt.Fprintln(os.Stderr, "notes:", err)
		os.Exit(1)
	}
}

func write() error {
	files, err := specnotes.Files(os.DirFS("."))
	if err != nil {
		return err
	}
	for _, f := range files {
		if err := os.WriteFile(filepath.Join("spec-notes", f.Name), []byte(f.Text), 0o644); err != nil {
			return err
		}
	}
	return nil
}
