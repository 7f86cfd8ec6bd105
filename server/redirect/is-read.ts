import type { IncomingMessage } from 'node:http'

export const isRead = ({ method }: IncomingMessage): boolean =>
  method === 'GET' || method === 'HEAD'
