package model

import ("testing";"time";"syscall")

func cpu() time.Duration { var r syscall.Rusage; syscall.Getrusage(0,&r); return time.Duration(r.Utime.Nano()) }

func TestP(t *testing.T) {
	for n := 1; n <= 5; n++ {
		a, b := cpu(), time.Now()
		r := Explore(NewSystem(FirstFrame, false, n), ExploreOptions{})
		c := cpu()-a
		t.Log(n, r.States, r.Edges, r.Depth, time.Since(b), c, int(float64(r.Edges)/c.Seconds()), r.Broken == nil, r.Missing)
	}
	for _, p := range Policies() {
		for _, g := range []bool{false, true} {
			a := cpu()
			r := Explore(NewSystem(p, g, 3), ExploreOptions{})
			t.Log(p, g, r.States, r.Edges, r.Depth, cpu()-a, r.Broken == nil, r.Missing)
		}
	}
}
