package main

import (
	"os"
	"path/filepath"

	"github.com/eralock/eralock/model"
	specnotes "github.com/eralock/eralock/spec-notes"
)

// lay writes a model's files into a folder of its own.
func (s *suite) lay(sheets []model.Sheet) (dir string, err error) {
	if dir, err = os.MkdirTemp(s.dir, "model-"); err != nil {
		return "", err
	}
	byHand, err := filepath.Glob(filepath.Join(notes, "*-*.pml"))
	if err != nil {
		return "", err
	}
	for _, name := range byHand {
		text, err := os.ReadFile(name)
		if err != nil {
			return "", err
		}
		if err := os.WriteFile(filepath.Join(dir, filepath.Base(name)), text, 0o644); err != nil {
			return "", err
		}
	}
	for _, f := range specnotes.Promela(sheets) { // the tables last: they win
		if err := os.WriteFile(filepath.Join(dir, f.Name), []byte(f.Text), 0o644); err != nil {
			return "", err
		}
	}
	return dir, nil
}
