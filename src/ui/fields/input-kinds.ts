/** Attributes of inputs for web addresses. */
export const urlInput = {
  inputMode: 'url',
  autoCapitalize: 'none',
  autoComplete: 'off',
  autoCorrect: 'off',
  spellCheck: false,
} as const

/** Attributes of inputs for email addresses. */
export const emailInput = {
  type: 'email',
  inputMode: 'email',
  autoComplete: 'email',
  autoCapitalize: 'none',
  spellCheck: false,
  maxLength: 254,
} as const
