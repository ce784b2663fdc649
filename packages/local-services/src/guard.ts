import { spawn } from 'node:child_process'
import type { Writable } from 'node:stream'

/**
 * The guard's shell script. We write it a line when a program starts (`+ NUMBER PID SIGNAL FOLDER`), and a line when that program
 * has ended (`- NUMBER`). However our process dies, the kernel closes the pipe between us. The guard then ends the programs that
 * are left, and removes their folders.
 */
const script = `
  started='' ended=''
  while read -r what number rest; do
    case $what in
      +) started="$started$number $rest\n" ;;
      -) ended="$ended $number " ;;
    esac
  done
  end() {
    kill -s "$2" "$1" 2>/dev/null
    for _ in 1 2 3 4 5 6 7 8 9 10; do kill -0 "$1" 2>/dev/null || break; sleep 0.2; done
    kill -s KILL "$1" 2>/dev/null
    [ -z "$3" ] || rm -rf "$3"
  }
  printf %s "$started" | {
    while read -r number pid signal folder; do
      case $ended in *" $number "*) ;; *) end "$pid" "$signal" "$folder" & ;; esac
    done
    wait
  }`

/** The input of the guard. One guard serves all programs of this process, because forking a large process takes milliseconds. */
let guard: Writable | undefined
let programs = 0

/**
 * Makes sure that a program ends when this process dies, even by SIGKILL.
 *
 * @param pid the process of the program.
 * @param signal what ends the program; SIGKILL follows after two seconds.
 * @param folder a folder to remove once the program has ended.
 * @returns a function that the caller calls once the program has ended.
 */
export function guardAgainstOrphan(pid: number, signal: NodeJS.Signals, folder = ''): () => void {
  guard ??= startGuard()
  const input = guard
  programs += 1
  const number = programs
  input.write(`+ ${number} ${pid} ${signal.replace('SIG', '')} ${folder}\n`)
  return () => void input.write(`- ${number}\n`)
}

function startGuard(): Writable {
  const shell = spawn('/bin/sh', ['-c', script, 'guard'], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  shell.unref()
  // The pipe is unreferenced, because it must not keep our event loop alive.
  ;(shell.stdin as unknown as { unref(): void }).unref()
  shell.stdin.on('error', () => undefined)
  return shell.stdin
}
