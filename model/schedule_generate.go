package model

import "slices"

// scheduleStart is where a search for schedules is.
type scheduleStart struct {
	said  Schedule
	state scheduleState
	known bool // the state has been searched: only what meets its last letter is new
}

// scheduleGoal is what a schedule is for: its last letter, in a state that
// matters to it, behind the letter that it leaves in one write with. Where that
// one left in one write with its own target, nothing may have happened in
// between, which no state tells.
type scheduleGoal struct {
	letter, behind Letter // behind: letters, where there is none
	unseen         bool
	concern        scheduleState
}

// Schedules lists the shortest schedules of up to max letters that together
// reach every move of the model: each letter in each state that matters to it,
// and each pair of letters in one write where the second can overtake or undo
// the first. Shorter ones come first, so that the first failure is a shortest
// one. The list is the same on every call.
func Schedules(max int) []Schedule {
	var all []Schedule
	reached := map[scheduleGoal]bool{}
	passed := map[scheduleState]bool{{}: true}
	level := []scheduleStart{{}}
	for range max {
		var next []scheduleStart
		for _, from := range level {
			for _, l := range Letters() {
				for _, adjacent := range []bool{false, true} {
					if from.known && !adjacent {
						continue
					}
					to, goal, ok := from.say(l, adjacent)
					if !ok || reached[goal] {
						continue
					}
					reached[goal] = true
					all = append(all, to.said)
					to.known = passed[to.state]
					if !to.state.ended && (!to.known || len(to.said) == 1 || adjacent && l.Ends()) {
						passed[to.state] = true
						next = append(next, to)
					}
				}
			}
		}
		level = next
	}
	return all
}

// say extends a start by one letter. ok is false where that would test nothing.
func (from scheduleStart) say(l Letter, adjacent bool) (to scheduleStart, goal scheduleGoal, ok bool) {
	if !from.state.allows(l) || from.said.Has(l) && !l.lasting() {
		return to, goal, false
	}
	goal = scheduleGoal{letter: l, behind: letters, concern: from.state.concern(l)}
	if adjacent {
		if len(from.said) == 0 {
			return to, goal, false
		}
		last := from.said[len(from.said)-1]
		goal.behind, goal.unseen = last.Letter, last.Adjacent
		if !meets(last, l) {
			return to, goal, false
		}
	}
	to = scheduleStart{said: append(slices.Clone(from.said), ScheduleStep{l, adjacent}), state: from.state}
	to.state.say(l)
	return to, goal, true
}

// meets reports whether l can interfere with the letter right before it: it
// ends it, it may be decided before it, or one of the two is still at work. A
// third letter in one write tells more only behind a cancel.
func meets(behind ScheduleStep, l Letter) bool {
	b := behind.Letter
	switch {
	case b.Ends():
		return l == LetterList || l == LetterPing || l == LetterInitialize || l == LetterEOF
	case behind.Adjacent:
		return false
	case l.Ends():
		return l.cancels(b)
	case l == LetterEOF || l == LetterInitialize:
		return true
	case b == LetterInitialize:
		return l <= LetterList || l.lasting() || l.Legacy()
	case b.lasting():
		return l <= LetterList || l.lasting() || l == LetterPing
	}
	return (b <= LetterList || b == LetterNotice) && l.lasting() || b == LetterNotice && l == LetterList
}
