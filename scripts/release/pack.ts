/** `node scripts/run.mjs release:pack FOLDER`: builds the public packages, and puts their tarballs into the folder. */
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { packAll } from './pack-all.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('name a folder for the tarballs')
mkdirSync(folder, { recursive: true })
packAll('.', resolve(folder))
