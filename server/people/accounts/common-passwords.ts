/**
 * Passwords that attackers try first: the top of the published lists, without entries that other
 * rules reject. Trailing digits and signs are removed before the lookup (`password123!`), so
 * entries do not need them.
 */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `password passwort passw0rd p@ssword p@ssw0rd motdepasse contrasena contraseña senha
  qwerty qwertyui qwertyuiop qwertz qwertzuiop azerty azertyuiop asdfgh asdfghjk asdfghjkl zxcvbn zxcvbnm
  1q2w3e4r 1q2w3e4r5t 1qaz2wsx q1w2e3r4 qazwsx qazwsxedc zaq12wsx 1234qwer qwer1234 abcd1234 a1b2c3d4
  abc123456 123456789a 1234567890 0123456789 9876543210 123123123 147258369 987654321 12341234 11223344
  iloveyou ilovesplit letmein letmeinnow welcome admin administrator superuser root master monkey
  dragon sunshine princess football baseball basketball superman batman spiderman starwars pokemon
  whatever trustno1 changeme changeit default secret secretpassword computer internet samsung google
  facebook instagram tiktok youtube michael jennifer jessica charlie jordan daniel thomas ashley
  summer winter spring autumn january february september october november december
  football1 liverpool chelsea arsenal barcelona realmadrid mustang corvette ferrari porsche
  testtest test1234 testing demo1234 guest hello hellohello goodmorning freedom shadow killer
  flower cookie chocolate banana orange purple butterfly blessed forever lovely loveyou mylove
  split splitsplit splitlink splitlinks splitpassword`.split(/\s+/),
)
