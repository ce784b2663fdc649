import express, { type RequestHandler } from 'express'
import { AppError } from './app-error.ts'

const requireJson: RequestHandler = (req, _res, next) => {
  // Without a body there is no type to complain of: the route's schema says what is missing.
  const hasBody = req.get('transfer-encoding') !== undefined || Number(req.get('content-length') ?? 0) > 0
  if (hasBody && !req.is('application/json'))
    throw new AppError('UNSUPPORTED_CONTENT_TYPE', 'The body must be application/json')
  next()
}

/** Parses JSON objects of at most 64 KiB, and nothing else. */
export const jsonBody: readonly RequestHandler[] = [requireJson, express.json({ limit: '64kb' })]
