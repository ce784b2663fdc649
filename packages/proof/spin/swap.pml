/*
 * The same small protocol, written again for spin: two vaults, a user who is honest, a maker and a relayer that lie together, one
 * missed block and one reorganization of each chain. Times in ticks of one block. Exhaustive: packages/proof/scripts/spin.ts.
 * FAULT 1: the reveal margin is zero. FAULT 2: the secret leaves on a destination in the newest block. FAULT 3: the margin is a tick
 * too short.
 */
#ifndef FAULT
#define FAULT 0
#endif
#define DESTINATION 14  /* cancelAfter of the destination */
#define SOURCE 19       /* cancelAfter of the source */
#define DEPTH 2         /* blocks at which a fact counts */
#define NEED 4          /* ticks that a claim needs at the most: mined in one block, again after a reorganization, one block missed */

#if FAULT == 1
#define SAFETY 0
#elif FAULT == 3
#define SAFETY (NEED - 1)
#else
#define SAFETY NEED
#endif
#if FAULT == 2
#define SEEN 1
#else
#define SEEN DEPTH
#endif

#define OPEN 0
#define CLAIMED 1
#define CANCELLED 2

/* Index 0: the source on chain A. Index 1: the destination on chain B. */
byte now = 1;
byte time[2] = 1;
byte before[2] = 0;
bool canMiss[2] = true;
bool canReorg[2] = true;
byte created[2];    /* blocks on it, up to DEPTH; 0: missing */
byte end[2];
byte endDepth[2];
byte waited[2];     /* blocks that an honest transaction has waited, and one more */
bool isGiven;       /* the secret left the user, and the liars know it */
bool isAsked;       /* the user has its source created */

#define deadline(v) (v == 0 -> SOURCE : DESTINATION)
#define isOpen(v) (created[v] > 0 && end[v] == OPEN)
#define deeper(d) (d == 0 -> 0 : (d < DEPTH -> d + 1 : DEPTH))
#define isOver(v) (before[v] >= deadline(v))
#define paysNever(v) ((end[v] == CANCELLED && endDepth[v] >= DEPTH) || (end[v] == OPEN && isOver(v)))
#define isForGood(v) ((end[v] != OPEN && endDepth[v] >= DEPTH) || (end[v] == OPEN && isOver(v) && (created[v] == 0 || v == 1)))
#define mustClaim (isGiven && isOpen(1) && time[1] < DESTINATION && waited[1] == 0)
#define mustCancel (isOpen(0) && time[0] >= SOURCE && waited[0] == 0)
#define isOverdue(v) (waited[v] > 1)

inline settle(v, how) { end[v] = how; endDepth[v] = 1; waited[v] = 0 }

inline block(v) {
  before[v] = time[v];
  time[v] = now;
  created[v] = deeper(created[v]);
  endDepth[v] = deeper(endDepth[v]);
  if
  :: waited[v] > 0 && isOpen(v) && (v == 0 || time[v] < DESTINATION) -> waited[v]++
  :: else -> waited[v] = 0
  fi
}

inline reorg(v) {
  canReorg[v] = false;
  if
  :: endDepth[v] == 1 -> end[v] = OPEN; endDepth[v] = 0
  :: else
  fi;
  if
  :: created[v] == 1 -> created[v] = 0; end[v] = OPEN; endDepth[v] = 0
  :: else
  fi
}

active proctype world() {
  do
  :: isForGood(0) && isForGood(1) -> break
  /* The user: may fund, and reveal while there is time. Its wallet claims, and it takes the source back. */
  :: atomic { !isAsked && now < 3 -> isAsked = true }
  :: atomic { !isGiven && isAsked && created[1] >= SEEN && isOpen(1) && created[0] >= DEPTH && isOpen(0) &&
       DESTINATION >= time[1] + SAFETY && DESTINATION >= now + SAFETY && DESTINATION > time[1] -> isGiven = true }
  :: atomic { mustClaim -> waited[1] = 1 }
  :: atomic { mustCancel -> waited[0] = 1 }
  /* Blocks take what was sent, and whatever the liars send. */
  :: atomic { isAsked && created[0] == 0 && time[0] < SOURCE -> created[0] = 1 }
  :: atomic { created[1] == 0 && time[1] < DESTINATION -> created[1] = 1 }
  :: atomic { isGiven && isOpen(0) && time[0] < SOURCE -> settle(0, CLAIMED) }
  :: atomic { isGiven && isOpen(1) && time[1] < DESTINATION -> settle(1, CLAIMED) }
  :: atomic { isOpen(0) -> settle(0, CANCELLED) } /* by consent, or past the deadline */
  :: atomic { isOpen(1) && time[1] >= DESTINATION -> settle(1, CANCELLED) }
  :: atomic { canReorg[0] && (created[0] == 1 || endDepth[0] == 1) -> reorg(0) }
  :: atomic { canReorg[1] && (created[1] == 1 || endDepth[1] == 1) -> reorg(1) }
  /* A tick: each chain has its block, or misses it. The user acts, and the chains mine, within a tick. */
  :: atomic { !mustClaim && !mustCancel && !isOverdue(0) && !isOverdue(1) -> now++; block(0); block(1) }
  :: atomic { !mustClaim && !mustCancel && !isOverdue(1) && canMiss[0] -> canMiss[0] = false; now++; block(1) }
  :: atomic { !mustClaim && !mustCancel && !isOverdue(0) && canMiss[1] -> canMiss[1] = false; now++; block(0) }
  od;
  assert(!(end[0] == CLAIMED && end[1] != CLAIMED));
  assert(!isGiven || end[1] == CLAIMED);
  assert(created[0] == 0 || end[0] != OPEN)
}
