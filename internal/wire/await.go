package wire

// Await reads until Next will not wait, and returns nil then. If the source
// fails with an error that is passing, Await returns that; nothing is lost, and
// reading can go on. Any other error is left to Next. The lines that Next
// returns while HasLine promises them stay valid until the next Await.
func (r *Reader) Await(passing func(error) bool) error {
	for !r.HasLine() && r.failed == nil && r.end-r.start <= r.max+ornament {
		r.fill()
		if err := r.failed; err != nil && passing(err) {
			r.failed = nil
			return err
		}
	}
	return nil
}
