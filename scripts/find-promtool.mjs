// Finds or installs promtool, the program of Prometheus that checks metrics and alerts.
import { findOrInstall } from './programs.mjs'

/** Returns `{ path }`, or undefined if it cannot be installed. */
export const findPromtool = () =>
  findOrInstall('PROMTOOL', 'promtool', { debianPackage: 'prometheus' })
