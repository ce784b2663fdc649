import { type ChildProcess, spawn } from 'node:child_process'

/**
 * Reads a line for each program that starts (`+ NUMBER PID SIGNAL FOLDER`), and one when it has ended (`- NUMBER`). However we
 * die, the kernel closes the pipe: then the programs that are left are ended, and their folders removed.
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

/** One shell guards all programs of this process, because each fork of a large process costs milliseconds. */
let guard: ChildProcess | undefined
let programs = 0

/**
 * Has a program ended when this process dies, even by SIGKILL.
 *
 * @param folder is removed after the program.
 * @returns a function to be called when the program has ended.
 */
export function guardAgainstOrphan(pid: number, signal: NodeJS.Signals, folder = ''): () => void {
  guard ??= startGuard()
  programs += 1
  const number = programs
  guard.stdin?.write(`+ ${number} ${pid} ${signal.replace('SIG', '')} ${folder}\n`)
  return () => guard?.stdin?.write(`- ${number}\n`)
}

function startGuard(): ChildProcess {
  const shell = spawn('/bin/sh', ['-c', script, 'guard'], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  shell.unref()
  // The pipe is unreferenced, because it must not keep our event loop alive.
  ;(shell.stdin as unknown as { unref(): void }).unref()
  shell.stdin.on('error', () => undefined)
  return shell
}
