import express, { type RequestHandler } from 'express'
import { AppError } from './app-error.ts'

const parse = express.json({ limit: '64kb' })

/** Parses JSON objects of at most 64 KiB, and nothing else. */
export const jsonBody: RequestHandler = (req, res, next) => {
  const { 'transfer-encoding': transferEncoding, 'content-length': length } = req.headers
  // Without a body there is no type to complain of: the route's schema says what is missing.
  if (transferEncoding === undefined && (length === undefined || Number(length) === 0)) return next()
  if (!req.is('application/json')) throw new AppError('UNSUPPORTED_CONTENT_TYPE', 'The body must be application/json')
  parse(req, res, next)
}
