package machine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/machine"
	"github.com/eralock/eralock/model"
)

const modernStart = `
	call -> Admit #1, Start
	started -> Probe #2 2026-07-28
	write #2 -> Write #2 =1 modern 2026-07-28
	result =1 discovered 2026-07-28 -> SettleModern 2026-07-28, Queue #1 modern
	write #1 -> Write #1 =2 modern 2026-07-28
`

const legacyStart = `
	call -> Admit #1, Start
	started -> Initialize #2
	write #2 -> Write #2 =1 legacy
	result =1 initialized -> SettleLegacy, Queue #1 legacy
	write #1 -> Write #1 =2 legacy
`

var clientScripts = []struct {
	name   string
	opt    machine.ClientOptions
	script string
}{
	{"modern by DiscoverResult (rules B1 B2)", machine.ClientOptions{}, modernStart + `
		result =2 -> Resolve #1
		call -> Admit #3, Queue #3 modern
	`},
	{"-32022 probes again, then modern (rules B3)", machine.ClientOptions{Version: "2027-05-05"}, `
		call -> Admit #1, Start
		started -> Probe #2 2027-05-05
		write #2 -> Write #2 =1 modern 2027-05-05
		error =1 version-refused 2026-07-28 -> Reprobe #3 2026-07-28
		server-ping -> Drop
		write #3 -> Write #3 =2 modern 2026-07-28
		result =2 discovered 2026-07-28 -> SettleModern 2026-07-28, Queue #1 modern
	`},
	{"a failing second probe surfaces (rules B13)", machine.ClientOptions{}, `
		call -> Admit #1, Start
		started -> Probe #2 2026-07-28
		write #2 -> Write #2 =1 modern 2026-07-28
		error =1 version-refused 2026-07-28 -> Reprobe #3 2026-07-28
		write #3 -> Write #3 =2 modern 2026-07-28
		error =2 other-error -> GiveUp, Lose #1, CloseInput
	`},
	{"legacy by any other error (rules B4)", machine.ClientOptions{}, `
		call -> Admit #1, Start
		started -> Probe #2 2026-07-28
		write #2 -> Write #2 =1 modern 2026-07-28
		server-ping -> Pong
		server-request -> Drop
		error =1 other-error -> Initialize #3
		write #3 -> Write #3 =2 legacy
		server-ping -> Pong
		result =2 initialized -> SettleLegacy, Queue #1 legacy
		write #1 -> Write #1 =3 legacy
		server-request -> ServeRequest
		error =3 version-refused 2026-07-28 -> Fail #1
	`},
	{"legacy by timeout; the late DiscoverResult counts for K4 only", machine.ClientOptions{}, `
		call -> Admit #1, Start
		started -> Probe #2 2026-07-28
		write #2 -> Write #2 =1 modern 2026-07-28
		timeout #2 -> Initialize #3
		write #3 -> Write #3 =2 legacy
		result =1 discovered 2026-07-28 ->
		error =2 versions-unknown -> Reprobe #4 2026-07-28
		write #4 -> Write #4 =3 modern 2026-07-28
		result =3 discovered 2026-07-28 -> SettleModern 2026-07-28, Queue #1 modern
	`},
	{"and for the process that gave it only", machine.ClientOptions{}, `
		call -> Admit #1, Start
		started -> Probe #2 2026-07-28
		write #2 -> Write #2 =1 modern 2026-07-28
		timeout #2 -> Initialize #3
		result =1 discovered 2026-07-28 ->
		exit -> GiveUp, Lose #1, Reap
		call -> Admit #4, Start
		started -> Probe #5 2026-07-28
		timeout #5 -> Initialize #6
		write #6 -> Write #6 =2 legacy
		error =2 versions-unknown -> GiveUp, Lose #4, CloseInput
	`},
	{"a late answer to the first probe does not settle the second", machine.ClientOptions{}, `
		call -> Admit #1, Start
		started -> Probe #2 2026-07-28
		write #2 -> Write #2 =1 modern 2026-07-28
		timeout #2 -> Initialize #3
		write #3 -> Write #3 =2 legacy
		error =2 version-refused 2026-07-28 -> Reprobe #4 2026-07-28
		result =1 discovered 2026-07-28 ->
		write #4 -> Write #4 =3 modern 2026-07-28
		error =3 other-error -> GiveUp, Lose #1, CloseInput
	`},
	{"nor does the answer to one that was sent again meanwhile, nor its time limit (rules B13)", machine.ClientOptions{Version: "2027-05-05", Retries: 1}, `
		call -> Admit #1, Start
		started -> Probe #2 2027-05-05
		write #2 -> Write #2 =1 modern 2027-05-05
		timeout #2 -> Probe #3 2027-05-05
		write #3 -> Write #3 =2 modern 2027-05-05
		error =1 version-refused 2026-07-28 -> Reprobe #4 2026-07-28
		timeout #3 ->
		error =2 version-refused 2026-07-28 ->
		write #4 -> Write #4 =3 modern 2026-07-28
		result =3 discovered 2026-07-28 -> SettleModern 2026-07-28, Queue #1 modern
	`},
	{"and one that was not written yet never is", machine.ClientOptions{Version: "2027-05-05", Retries: 1}, `
		call -> Admit #1, Start
		started -> Probe #2 2027-05-05
		write #2 -> Write #2 =1 modern 2027-05-05
		timeout #2 -> Probe #3 2027-05-05
		error =1 version-refused 2026-07-28 -> Reprobe #4 2026-07-28
		write #3 -> Skip #3
		write #4 -> Write #4 =2 modern 2026-07-28
	`},
	{"without that evidence a bare -32022 to initialize fails", machine.ClientOptions{}, `
		call -> Admit #1, Start
		started -> Probe #2 2026-07-28
		write #2 -> Write #2 =1 modern 2026-07-28
		timeout #2 -> Initialize #3
		write #3 -> Write #3 =2 legacy
		error =2 versions-unknown -> GiveUp, Lose #1, CloseInput
	`},
	{"a timed-out probe is cancelled on request, once (decisions K3)", machine.ClientOptions{CancelProbe: true}, `
		call -> Admit #1, Start
		started -> Probe #2 2026-07-28
		write #2 -> Write #2 =1 modern 2026-07-28
		timeout #2 -> SendCancelled =1, Initialize #3
		timeout #2 ->
	`},
	{"but not one that was never written (decisions K8)", machine.ClientOptions{CancelProbe: true}, `
		call -> Admit #1, Start
		started -> Probe #2 2026-07-28
		timeout #2 -> Initialize #3
		write #2 -> Skip #2
	`},
	{"initialize is never cancelled (decisions K8)", machine.ClientOptions{Mode: model.ModeLegacy}, `
		call -> Admit #1, Start
		started -> Initialize #2
		write #2 -> Write #2 =1 legacy
		timeout #2 -> GiveUp, Lose #1, CloseInput
	`},
	{"modern mode never falls back (rules B6)", machine.ClientOptions{Mode: model.ModeModern}, `
		call -> Admit #1, Start
		started -> Probe #2 2026-07-28
		write #2 -> Write #2 =1 modern 2026-07-28
		server-ping -> Drop
		error =1 other-error -> GiveUp, Lose #1, CloseInput
	`},
	{"a failed negotiation stops the process; the next call starts anew (decisions K15)", machine.ClientOptions{Mode: model.ModeModern}, `
		call -> Admit #1, Start
		started -> Probe #2 2026-07-28
		write #2 -> Write #2 =1 modern 2026-07-28
		error =1 other-error -> GiveUp, Lose #1, CloseInput
		call -> Admit #3
		grace -> Terminate
		grace -> Kill
		exit -> Reap, Start
		started -> Probe #4 2026-07-28
		write #4 -> Write #4 =2 modern 2026-07-28
		result =2 discovered 2026-07-28 -> SettleModern 2026-07-28, Queue #3 modern
	`},
	{"a server that dies of the probe is started once more (decisions K5)", machine.ClientOptions{}, `
		call -> Admit #1, Start
		started -> Probe #2 2026-07-28
		write #2 -> Write #2 =1 modern 2026-07-28
		exit -> Reap, Start
		started -> Initialize #3
		write #3 -> Write #3 =2 legacy
		exit -> GiveUp, Lose #1, Reap
	`},
	{"calls wait for one negotiation, in their order (rules B5)", machine.ClientOptions{}, `
		call -> Admit #1, Start
		call -> Admit #2
		started -> Probe #3 2026-07-28
		call -> Admit #4
		cancel #2 -> Abort #2
		write #3 -> Write #3 =1 modern 2026-07-28
		result =1 discovered 2026-07-28 -> SettleModern 2026-07-28, Queue #1 modern, Queue #4 modern
	`},
	{"a ping that starts the probe is answered by it (rules B11)", machine.ClientOptions{}, `
		ping -> Admit #1, Start
		ping -> Admit #2
		started -> Probe #3 2026-07-28
		write #3 -> Write #3 =1 modern 2026-07-28
		result =1 discovered 2026-07-28 -> SettleModern 2026-07-28, Ready #1, Ready #2
		ping -> Admit #4, Queue #4 modern
		write #4 -> Write #4 =2 modern 2026-07-28
		cancel #4 -> Abort #4
	`},
	{"on legacy it is a ping", machine.ClientOptions{Mode: model.ModeLegacy}, `
		ping -> Admit #1, Start
		started -> Initialize #2
		write #2 -> Write #2 =1 legacy
		result =1 initialized -> SettleLegacy, Queue #1 legacy
		write #1 -> Write #1 =2 legacy
		cancel #1 -> SendCancelled =2, Abort #1
	`},
	{"each era lacks methods of the other", machine.ClientOptions{}, modernStart + `
		call legacy-only-method -> Admit #3, Unsupported #3
	`},
	{"no listen on legacy", machine.ClientOptions{Mode: model.ModeLegacy}, legacyStart + `
		listen -> Admit #3, Unsupported #3
	`},
	{"progress goes to the caller until it has its outcome", machine.ClientOptions{}, modernStart + `
		progress =2 -> Report #1
		progress =3 ->
		result =2 -> Resolve #1
		progress =2 ->
		result =2 ->
		error =2 ->
	`},
	{"one cancel, after the write; late frames are nobody's (decisions K8)", machine.ClientOptions{}, modernStart + `
		call -> Admit #3, Queue #3 modern
		cancel #3 -> Abort #3
		write #3 -> Skip #3
		cancel #1 -> SendCancelled =2, Abort #1
		cancel #1 ->
		timeout #1 ->
		result =2 ->
	`},
	{"a timeout cancels too", machine.ClientOptions{Mode: model.ModeLegacy}, legacyStart + `
		progress =2 -> Report #1
		timeout #1 -> SendCancelled =2, Abort #1
	`},
	{"every discover answer is applied (rules B15)", machine.ClientOptions{}, modernStart + `
		discover -> Admit #3, Queue #3 modern
		write #3 -> Write #3 =3 modern 2026-07-28
		result =3 discovered 2026-07-28 -> Apply, Resolve #3
		discover -> Admit #4, Queue #4 modern
		write #4 -> Write #4 =4 modern 2026-07-28
		result =4 unusable -> Resolve #4
	`},
	{"-32022 on a call: another version, once, with a new id (rules B10)", machine.ClientOptions{}, modernStart + `
		error =2 version-refused 2027-05-05 -> Switch 2027-05-05, Queue #1 modern
		result =2 ->
		write #1 -> Write #1 =3 modern 2027-05-05
		error =3 version-refused 2026-07-28 -> Fail #1
	`},
	{"compared with the version of the rejected frame, so that both go on (rules B10)", machine.ClientOptions{}, modernStart + `
		call -> Admit #3, Queue #3 modern
		write #3 -> Write #3 =3 modern 2026-07-28
		error =2 version-refused 2027-05-05 -> Switch 2027-05-05, Queue #1 modern
		error =3 version-refused 2027-05-05 -> Queue #3 modern
		write #1 -> Write #1 =4 modern 2027-05-05
		write #3 -> Write #3 =5 modern 2027-05-05
		result =4 -> Resolve #1
		result =5 -> Resolve #3
	`},
	{"no loop over the same version, none without a mutual one", machine.ClientOptions{}, modernStart + `
		call -> Admit #3, Queue #3 modern
		write #3 -> Write #3 =3 modern 2026-07-28
		error =2 version-refused 2026-07-28 -> Fail #1
		error =3 versions-foreign -> Fail #3
	`},
	{"cancelled between the refusal and the second write", machine.ClientOptions{}, modernStart + `
		error =2 version-refused 2027-05-05 -> Switch 2027-05-05, Queue #1 modern
		cancel #1 -> Abort #1
		write #1 -> Skip #1
	`},
	{"a listen: granted, delivered, gracefully ended", machine.ClientOptions{}, modernStart + `
		listen -> Admit #3, Queue #3 modern
		write #3 -> Write #3 =3 modern 2026-07-28
		event =3 ->
		acknowledged =3 -> Grant #3
		acknowledged =3 ->
		event =3 -> Deliver #3
		timeout #3 ->
		result =3 -> End #3 graceful
		event =3 ->
	`},
	{"ended by the server's cancel, the result behind it is nobody's (decisions C4)", machine.ClientOptions{}, modernStart + `
		listen -> Admit #3, Queue #3 modern
		write #3 -> Write #3 =3 modern 2026-07-28
		acknowledged =3 -> Grant #3
		remote-cancel =2 ->
		remote-cancel =3 -> End #3 remote
		result =3 ->
	`},
	{"closed by us: one cancel", machine.ClientOptions{}, modernStart + `
		listen -> Admit #3, Queue #3 modern
		write #3 -> Write #3 =3 modern 2026-07-28
		acknowledged =3 -> Grant #3
		cancel #3 -> SendCancelled =3, End #3 closed
		cancel #3 ->
		event =3 ->
	`},
	{"given up before the acknowledgement, and before the write", machine.ClientOptions{}, modernStart + `
		listen -> Admit #3, Queue #3 modern
		write #3 -> Write #3 =3 modern 2026-07-28
		timeout #3 -> SendCancelled =3, Abort #3
		listen -> Admit #4, Queue #4 modern
		cancel #4 -> Abort #4
		write #4 -> Skip #4
	`},
	{"refused", machine.ClientOptions{}, modernStart + `
		listen -> Admit #3, Queue #3 modern
		write #3 -> Write #3 =3 modern 2026-07-28
		error =3 other-error -> End #3 refused
	`},
	{"a listen is renegotiated like a call", machine.ClientOptions{}, modernStart + `
		listen -> Admit #3, Queue #3 modern
		write #3 -> Write #3 =3 modern 2026-07-28
		error =3 version-refused 2027-05-05 -> Switch 2027-05-05, Queue #3 modern
		write #3 -> Write #3 =4 modern 2027-05-05
		acknowledged =4 -> Grant #3
	`},
	{"a lost process: what was written is lost, the rest waits for the next, once", machine.ClientOptions{}, modernStart + `
		call -> Admit #3, Queue #3 modern
		exit -> Lose #1, Reap, Start
		write #3 -> Skip #3
		started -> Probe #4 2026-07-28
		write #4 -> Write #4 =3 modern 2026-07-28
		result =3 discovered 2026-07-28 -> SettleModern 2026-07-28, Queue #3 modern
		exit -> Lose #3, Reap
		call -> Admit #5, Start
	`},
	{"broken streams stop the process before the next is started (decisions K12)", machine.ClientOptions{}, modernStart + `
		lost -> Lose #1, CloseInput
		call -> Admit #3
		grace -> Terminate
		exit -> Reap, Start
	`},
	{"without Relisten a listen ends with its process", machine.ClientOptions{}, modernStart + `
		result =2 -> Resolve #1
		listen -> Admit #3, Queue #3 modern
		write #3 -> Write #3 =3 modern 2026-07-28
		acknowledged =3 -> Grant #3
		exit -> End #3 lost, Reap
	`},
	{"with it, it brings the process back and is sent again (decisions K7)", machine.ClientOptions{Relisten: true}, modernStart + `
		result =2 -> Resolve #1
		listen -> Admit #3, Queue #3 modern
		write #3 -> Write #3 =3 modern 2026-07-28
		acknowledged =3 -> Grant #3
		exit -> Reopen #3, Reap, Start
		started -> Probe #4 2026-07-28
		write #4 -> Write #4 =4 modern 2026-07-28
		result =4 discovered 2026-07-28 -> SettleModern 2026-07-28, Queue #3 modern
		write #3 -> Write #3 =5 modern 2026-07-28
		acknowledged =5 -> Grant #3
		event =5 -> Deliver #3
		cancel #3 -> SendCancelled =5, End #3 closed
	`},
	{"twice without an acknowledgement, then it is over (decisions K19)", machine.ClientOptions{Relisten: true}, modernStart + `
		result =2 -> Resolve #1
		listen -> Admit #3, Queue #3 modern
		write #3 -> Write #3 =3 modern 2026-07-28
		acknowledged =3 -> Grant #3
		exit -> Reopen #3, Reap, Start
		started -> Probe #4 2026-07-28
		write #4 -> Write #4 =4 modern 2026-07-28
		result =4 discovered 2026-07-28 -> SettleModern 2026-07-28, Queue #3 modern
		write #3 -> Write #3 =5 modern 2026-07-28
		exit -> Reopen #3, Reap, Start
		started -> Probe #5 2026-07-28
		write #5 -> Write #5 =6 modern 2026-07-28
		result =6 discovered 2026-07-28 -> SettleModern 2026-07-28, Queue #3 modern
		exit -> End #3 crashed, Reap
	`},
	{"but an acknowledgement starts the count again", machine.ClientOptions{Relisten: true}, modernStart + `
		result =2 -> Resolve #1
		listen -> Admit #3, Queue #3 modern
		write #3 -> Write #3 =3 modern 2026-07-28
		exit -> Reopen #3, Reap, Start
		started -> Probe #4 2026-07-28
		write #4 -> Write #4 =4 modern 2026-07-28
		result =4 discovered 2026-07-28 -> SettleModern 2026-07-28, Queue #3 modern
		write #3 -> Write #3 =5 modern 2026-07-28
		acknowledged =5 -> Grant #3
		exit -> Reopen #3, Reap, Start
		started -> Probe #5 2026-07-28
		exit -> Reopen #3, Reap, Start
		started -> Initialize #6
		exit -> End #3 crashed, GiveUp, Reap
	`},
	{"a listen that waits for the next process is closed without a word on the wire", machine.ClientOptions{Relisten: true}, modernStart + `
		result =2 -> Resolve #1
		listen -> Admit #3, Queue #3 modern
		write #3 -> Write #3 =3 modern 2026-07-28
		acknowledged =3 -> Grant #3
		exit -> Reopen #3, Reap, Start
		cancel #3 -> End #3 closed
	`},
	{"a process that cannot be started", machine.ClientOptions{Relisten: true}, modernStart + `
		listen -> Admit #3, Queue #3 modern
		write #3 -> Write #3 =3 modern 2026-07-28
		acknowledged =3 -> Grant #3
		exit -> Lose #1, Reopen #3, Reap, Start
		call -> Admit #4
		start-failed -> End #3 lost, Lose #4
		call -> Admit #5, Start
	`},
	{"close settles everything, then asks the process to go", machine.ClientOptions{Relisten: true}, modernStart + `
		listen -> Admit #3, Queue #3 modern
		write #3 -> Write #3 =3 modern 2026-07-28
		acknowledged =3 -> Grant #3
		call -> Admit #4, Queue #4 modern
		close -> Lose #1, End #3 lost, Lose #4, CloseInput
		close ->
		call -> Reject
		result =2 ->
		server-ping -> Drop
		kill -> Kill
		exit -> Reap
	`},
	{"closed while the process starts: it is asked to go when it has", machine.ClientOptions{}, `
		connect -> Admit #1, Start
		close -> Lose #1
		started -> CloseInput
		exit -> Reap
	`},
	{"killed while it starts", machine.ClientOptions{}, `
		connect -> Admit #1, Start
		close -> Lose #1
		kill ->
		started -> Kill
		exit -> Reap
	`},
	{"refused for its version while the process dies: lost, for it was written", machine.ClientOptions{}, modernStart + `
		error =2 version-refused 2027-05-05 -> Switch 2027-05-05, Queue #1 modern
		exit -> Lose #1, Reap
	`},
	{"timeouts before the write are silent", machine.ClientOptions{}, `
		call -> Admit #1, Start
		connect -> Admit #2
		timeout #1 -> Abort #1
		timeout #2 -> Abort #2
		started -> Probe #3 2026-07-28
		write #3 -> Write #3 =1 modern 2026-07-28
		result =1 discovered 2026-07-28 -> SettleModern 2026-07-28
		call -> Admit #4, Queue #4 modern
		write #4 -> Write #4 =2 modern 2026-07-28
		error =2 version-refused 2027-05-05 -> Switch 2027-05-05, Queue #4 modern
		timeout #4 -> Abort #4
	`},
	{"after progress everything ends as before it", machine.ClientOptions{}, modernStart + `
		progress =2 -> Report #1
		progress =2 -> Report #1
		error =2 version-refused 2027-05-05 -> Switch 2027-05-05, Queue #1 modern
		write #1 -> Write #1 =3 modern 2027-05-05
		progress =3 -> Report #1
		cancel #1 -> SendCancelled =3, Abort #1
		call -> Admit #3, Queue #3 modern
		write #3 -> Write #3 =4 modern 2027-05-05
		progress =4 -> Report #3
		error =4 other-error -> Fail #3
		call -> Admit #4, Queue #4 modern
		write #4 -> Write #4 =5 modern 2027-05-05
		progress =5 -> Report #4
		exit -> Lose #4, Reap
	`},
	{"a listen that is answered, cancelled or lost before its acknowledgement", machine.ClientOptions{}, modernStart + `
		result =2 -> Resolve #1
		listen -> Admit #3, Queue #3 modern
		write #3 -> Write #3 =3 modern 2026-07-28
		result =3 -> End #3 graceful
		listen -> Admit #4, Queue #4 modern
		write #4 -> Write #4 =4 modern 2026-07-28
		remote-cancel =4 -> End #4 remote
		listen -> Admit #5, Queue #5 modern
		write #5 -> Write #5 =5 modern 2026-07-28
		acknowledged =5 -> Grant #5
		error =5 other-error -> End #5 refused
		listen -> Admit #6, Queue #6 modern
		write #6 -> Write #6 =6 modern 2026-07-28
		exit -> End #6 lost, Reap
	`},
	{"the next process is legacy: the listen is over", machine.ClientOptions{Relisten: true}, modernStart + `
		result =2 -> Resolve #1
		listen -> Admit #3, Queue #3 modern
		write #3 -> Write #3 =3 modern 2026-07-28
		acknowledged =3 -> Grant #3
		exit -> Reopen #3, Reap, Start
		started -> Probe #4 2026-07-28
		exit -> Reopen #3, Reap, Start
		started -> Initialize #5
		write #5 -> Write #5 =4 legacy
		result =4 initialized -> SettleLegacy, End #3 lost
	`},
	{"a legacy process, and one that failed, are followed by the next", machine.ClientOptions{Mode: model.ModeLegacy}, legacyStart + `
		exit -> Lose #1, Reap
		call -> Admit #3, Start
		start-failed -> Lose #3
		call -> Admit #4, Start
		started -> Initialize #5
		exit -> GiveUp, Lose #4, Reap
		call -> Admit #6, Start
		started -> Initialize #7
		write #7 -> Write #7 =3 legacy
		error =3 version-refused 2026-07-28 -> GiveUp, Lose #6, CloseInput
		exit -> Reap
		call -> Admit #8, Start
		started -> Initialize #9
	`},
	{"a failed process that takes its time, then the next", machine.ClientOptions{}, `
		call -> Admit #1, Start
		started -> Probe #2 2026-07-28
		write #2 -> Write #2 =1 modern 2026-07-28
		error =1 version-refused 2026-07-28 -> Reprobe #3 2026-07-28
		timeout #3 -> GiveUp, Lose #1, CloseInput
		lost ->
		grace -> Terminate
		kill -> Kill
		kill ->
		grace ->
		exit -> Reap
		kill ->
		call -> Admit #4, Start
		started -> Probe #5 2026-07-28
	`},
	{"the second probe and its process end together", machine.ClientOptions{}, `
		call -> Admit #1, Start
		started -> Probe #2 2026-07-28
		write #2 -> Write #2 =1 modern 2026-07-28
		error =1 version-refused 2026-07-28 -> Reprobe #3 2026-07-28
		exit -> GiveUp, Lose #1, Reap
		close ->
	`},
	{"a stored DiscoverResult needs no probe, once (C-ERA-2)", machine.ClientOptions{Known: machine.Known{Lanes: machine.OnModern, Version: "2027-05-05"}}, `
		call -> Admit #1, Start
		started -> SettleModern 2027-05-05, Queue #1 modern
		write #1 -> Write #1 =1 modern 2027-05-05
		result =1 -> Resolve #1
		exit -> Reap
		call -> Admit #2, Start
		started -> Probe #3 2026-07-28
	`},
	{"a stored legacy verdict needs none, and yields to evidence (rules B18)", machine.ClientOptions{Known: machine.Known{Lanes: machine.OnLegacy}}, `
		call -> Admit #1, Start
		started -> Initialize #2
		write #2 -> Write #2 =1 legacy
		error =1 version-refused 2026-07-28 -> Reprobe #3 2026-07-28
	`},
	{"a verdict for an era that the mode lacks is nothing", machine.ClientOptions{Mode: model.ModeModern, Known: machine.Known{Lanes: machine.OnLegacy}}, `
		call -> Admit #1, Start
		started -> Probe #2 2026-07-28
	`},
	{"nor the other way", machine.ClientOptions{Mode: model.ModeLegacy, Known: machine.Known{Lanes: machine.OnModern, Version: "2026-07-28"}}, `
		call -> Admit #1, Start
		started -> Initialize #2
	`},
	{"a silent server is probed again as often as wanted", machine.ClientOptions{CancelProbe: true, Retries: 1}, `
		call -> Admit #1, Start
		started -> Probe #2 2026-07-28
		write #2 -> Write #2 =1 modern 2026-07-28
		timeout #2 -> SendCancelled =1, Probe #3 2026-07-28
		write #3 -> Write #3 =2 modern 2026-07-28
		timeout #3 -> SendCancelled =2, Initialize #4
	`},
	{"a late answer to the first of two probes settles all the same", machine.ClientOptions{Retries: 1}, `
		call -> Admit #1, Start
		started -> Probe #2 2026-07-28
		write #2 -> Write #2 =1 modern 2026-07-28
		timeout #2 -> Probe #3 2026-07-28
		write #3 -> Write #3 =2 modern 2026-07-28
		result =1 discovered 2026-07-28 -> SettleModern 2026-07-28, Queue #1 modern
		result =2 discovered 2026-07-28 -> Apply
	`},
	{"a probe that the host cannot make up ends the negotiation (decisions K15)", machine.ClientOptions{}, `
		call -> Admit #1, Start
		started -> Probe #2 2026-07-28
		unsent #2 -> GiveUp, Lose #1, CloseInput
		exit -> Reap
		call -> Admit #3, Start
		started -> Probe #4 2026-07-28
		write #4 -> Write #4 =1 modern 2026-07-28
		unsent #4 ->
		error =1 other-error -> Initialize #5
		unsent #5 -> GiveUp, Lose #3, CloseInput
	`},
	{"a listen that was lost before its acknowledgement is a call that fails, if its time is up meanwhile", machine.ClientOptions{Relisten: true}, `
		listen -> Admit #1, Start
		started -> Probe #2 2026-07-28
		write #2 -> Write #2 =1 modern 2026-07-28
		result =1 discovered 2026-07-28 -> SettleModern 2026-07-28, Queue #1 modern
		write #1 -> Write #1 =2 modern 2026-07-28
		exit -> Reopen #1, Reap, Start
		timeout #1 -> Abort #1
	`},
	{"a pipe that breaks under the probe is no verdict (decisions K15)", machine.ClientOptions{}, `
		call -> Admit #1, Start
		started -> Probe #2 2026-07-28
		write #2 -> Write #2 =1 modern 2026-07-28
		broken -> GiveUp, Lose #1, CloseInput
		exit -> Reap
		call -> Admit #3, Start
		started -> Probe #4 2026-07-28
	`},
	{"a pipe that breaks under a call loses it, and the next one starts anew (decisions K12)", machine.ClientOptions{}, `
		call -> Admit #1, Start
		started -> Probe #2 2026-07-28
		write #2 -> Write #2 =1 modern 2026-07-28
		result =1 discovered 2026-07-28 -> SettleModern 2026-07-28, Queue #1 modern
		write #1 -> Write #1 =2 modern 2026-07-28
		broken -> Lose #1, CloseInput
		exit -> Reap
		call -> Admit #3, Start
		started -> Probe #4 2026-07-28
	`},
	{"closed before anything", machine.ClientOptions{}, `
		close ->
		connect -> Reject
	`},
}

// What each answer to the first and to the second probe leads to, in words of
// its own rather than the table's: "auto, modern; after a -32022".
var probeOutcomes = map[machine.Answer][3]machine.ClientDo{
	machine.AnswerDiscovered:      {machine.ClientDoSettleModern, machine.ClientDoSettleModern, machine.ClientDoSettleModern},
	machine.AnswerLegacyOnly:      {machine.ClientDoInitialize, machine.ClientDoGiveUp, machine.ClientDoGiveUp},
	machine.AnswerNoOverlap:       {machine.ClientDoGiveUp, machine.ClientDoGiveUp, machine.ClientDoGiveUp},
	machine.AnswerUnusable:        {machine.ClientDoGiveUp, machine.ClientDoGiveUp, machine.ClientDoGiveUp},
	machine.AnswerUnmarked:        {machine.ClientDoInitialize, machine.ClientDoGiveUp, machine.ClientDoGiveUp},
	machine.AnswerVersionRefused:  {machine.ClientDoReprobe, machine.ClientDoReprobe, machine.ClientDoGiveUp},
	machine.AnswerVersionsForeign: {machine.ClientDoGiveUp, machine.ClientDoGiveUp, machine.ClientDoGiveUp},
	machine.AnswerVersionsUnknown: {machine.ClientDoInitialize, machine.ClientDoGiveUp, machine.ClientDoGiveUp},
	machine.AnswerModernError:     {machine.ClientDoGiveUp, machine.ClientDoGiveUp, machine.ClientDoGiveUp},
	machine.AnswerOtherError:      {machine.ClientDoInitialize, machine.ClientDoGiveUp, machine.ClientDoGiveUp},
}

// probing returns a session whose first probe has the id 1.
func probing(mode model.Mode) *machine.ClientSession {
	s := machine.NewClientSession(machine.ClientOptions{Mode: mode, Version: "2026-07-28"})
	s.Step(machine.ClientInput{On: machine.ClientOnCall, Kind: machine.KindCall}, nil)
	writeProbe(s, s.Step(machine.ClientInput{On: machine.ClientOnStarted}, nil))
	return s
}

func writeProbe(s *machine.ClientSession, acts []machine.ClientAction) {
	s.Step(machine.ClientInput{On: machine.ClientOnWrite, Ref: acts[0].Ref}, nil)
}

// rules B2 to B4, B6, B12 to B14, decisions K1 and K2.
// Shows C-ERA-6, C-ERA-7, C-ERR-3.
func TestEveryProbeAnswer(t *testing.T) {
	for answer, want := range probeOutcomes {
		for i, mode := range []model.Mode{model.ModeAuto, model.ModeModern} {
			acts := probing(mode).Step(answerInput(answer, 1), nil)
			require.Equal(t, want[i], acts[0].Do, "%s mode, %s", mode, answer)

			s := probing(mode)
			writeProbe(s, s.Step(answerInput(machine.AnswerVersionRefused, 1), nil))
			acts = s.Step(answerInput(answer, 2), nil)
			require.Equal(t, want[2], acts[0].Do, "%s mode, second probe, %s", mode, answer)
		}
	}
}

func TestClientTranscripts(t *testing.T) {
	for _, c := range clientScripts {
		t.Run(c.name, func(t *testing.T) { requireScript(t, c.opt, c.script) })
	}
}
