/*
 * Library for passkeys. It has its own file, which loads with the first use of a passkey and is not
 * saved for offline use, because passkeys need a connection.
 */
export { startAuthentication, startRegistration } from '@simplewebauthn/browser'
