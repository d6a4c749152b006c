/* What one move makes of the client. Process, Negotiation and Call are asked;
   without a row nothing happens. All of it is one d_step. */

inline turn() {
	next = NONE; shut = false; need = false; severed = false; fails = false;
	if
	:: move == CALL ->
		if
		:: closed
		:: else ->
			call[slot] = Call_start; carried[slot] = false; resent[slot] = false; settled[slot] = false;
			place[slot] = (negotiation == Negotiation_Modern || negotiation == Negotiation_Legacy -> AT_PIPE : AT_ERA);
			need = true
		fi
	:: move == HANDLE && class == Call_on_VersionRefused -> refused()
	:: move == HANDLE && class != Call_on_VersionRefused -> todo[slot] = class + 1
	:: move == WRITE -> sent = true
	:: move == OWN -> own = NOTHING; sent = false; next = class
	:: move == LATE ->
		late = false;
		if
		:: negotiation != Negotiation_Reprobing -> next = class /* the answer to the second probe is the one that counts */
		:: else
		fi
	:: move == SILENCE -> silence()
	:: move == UNSENT -> own = NOTHING; next = Negotiation_on_Unsent
	:: move == STARTED ->
		process_step(process, Process_on_Started, did);
		if
		:: did == Process_do_Serve -> up = true; evident = false; probes = 0; begin()
		:: else
		fi
	:: move == START_FAILED ->
		process_step(process, Process_on_StartFailed, did);
		if
		:: did == Process_do_Fail -> next = Negotiation_on_Exit; fails = true
		:: else
		fi
	:: move == EXIT ->
		process_step(process, Process_on_Exit, did);
		if
		:: did == Process_do_Lose || did == Process_do_Reap -> severed = up; need = true; on = Negotiation_on_Exit
		:: else
		fi
	:: move == LOST -> severed = up; shut = true; on = class
	:: move == GRACE -> process_step(process, Process_on_Grace, did)
	:: else /* CLOSE */ ->
		closed = true; up = false; own = NOTHING; sent = false; late = false; shut = true;
		for (k : 0 .. CALLERS-1) {
			if :: place[k] != NOWHERE -> todo[k] = Call_on_Lost + 1 :: else fi
		}
	fi;
	if
	:: severed -> sever()
	:: else
	fi;
	if
	:: next != NONE -> negotiate()
	:: else
	fi;
	if
	:: fails ->
		for (k : 0 .. CALLERS-1) {
			if :: place[k] == AT_ERA -> todo[k] = Call_on_Lost + 1 :: else fi
		}
	:: else
	fi;
	handle();
	if
	:: shut -> process_step(process, Process_on_Shutdown, did)
	:: else
	fi;
	if
	:: need && !closed && (place[0] == AT_ERA || place[1] == AT_ERA) ->
		if
		:: !launched -> launched = true
		:: else -> process_step(process, Process_on_Need, did)
		fi
	:: else
	fi;
	FAIL(STOPPED, negotiation == Negotiation_Failed && process == Process_Running);
	move = 0; class = 0; slot = 0
}
