/** English titles of pages that firewalls and redirects show instead of the requested page. */
const ENGLISH = `
  just a moment; attention required; access denied; robot check; bot check; are you a human;
  are you human; are you a robot; pardon our interruption; please verify you are a human;
  please verify you are human; verify you are human; please verify that you are not a robot;
  verify you are a human; human verification; human check; bot verification; browser check;
  browser verification; checking your browser; checking your browser before accessing;
  verifying your browser; security check; security verification; vercel security checkpoint;
  client challenge; challenge validation; captcha; recaptcha; captcha challenge; captcha check;
  access to this page has been denied; access to this site has been denied;
  you have been blocked; sorry, you have been blocked; request blocked; blocked;
  request unsuccessful; request rejected; unusual traffic; ddos-guard; please wait;
  one moment, please; one moment please; please enable cookies; forbidden; 403; 403 forbidden;
  error 403; 403 error; http 403; too many requests; 429 too many requests; error 429;
  service unavailable; 503 service unavailable; 503 service temporarily unavailable; error 503;
  redirecting; you are being redirected; weiterleitung; redirection; loading; just a second;
  please stand by; one more step; verifying you are human; verifying that you are human;
  let’s confirm you are human; confirm you are human; sorry! something went wrong;
  something went wrong;`

/** "Just a moment" and "Please wait" in other languages. */
const WAIT = `
  nur einen moment; moment; moment mal; un moment; momento; einen moment bitte; einen moment, bitte; bitte warten; un instant;
  un instant, s’il vous plaît; veuillez patienter; un momento; espere un momento;
  un momento, por favor; um momento; aguarde um momento; solo un momento; attendere prego;
  een moment geduld; even geduld; chwileczkę; jeszcze chwila; proszę czekać; okamžik;
  ett ögonblick; vänta; et øjeblik; bir dakika; bir dakika lütfen; lütfen bekleyin; один момент;
  подождите; пожалуйста, подождите; зачекайте; しばらくお待ちください; 请稍候; 请稍等; 請稍候; 잠시만 기다리십시오;
  잠시만 기다려 주세요; لحظة; tunggu sebentar;`

/** "Access denied" in other languages. */
const DENIED = `
  zugriff verweigert; zugriff abgelehnt; accès refusé; accès interdit; acceso denegado;
  acesso negado; accesso negato; toegang geweigerd; odmowa dostępu; dostęp zabroniony;
  přístup odepřen; åtkomst nekad; adgang nægtet; erişim engellendi; доступ запрещен;
  доступ запрещён; доступ ограничен; アクセスが拒否されました; 访问被拒绝; 拒绝访问; 存取被拒; 액세스가 거부되었습니다;
  تم رفض الوصول;`

/** "Are you a human" and "Security check" in other languages. */
const HUMAN = `
  sind sie ein mensch; bist du ein mensch; sicherheitsüberprüfung; sicherheitsprüfung;
  êtes-vous un humain; êtes-vous un robot; vérification de sécurité; ¿eres humano;
  ¿es usted humano; ¿eres un robot; verificación de seguridad; sei umano;
  verificação de segurança; verifica di sicurezza; ben je een mens; 安全验证; 人机验证;`

/** Titles in lower case without punctuation at the end. */
const WALL_TITLES = new Set(
  [ENGLISH, WAIT, DENIED, HUMAN].flatMap((titles) =>
    titles.split(';').map((title) => title.trim()),
  ),
)
WALL_TITLES.delete('')

/** Titles that contain the host or a number. */
const WALL_PATTERN =
  /^(?:request unsuccessful\. incapsula|checking (?:your browser|if the site connection)|verifying (?:your browser|(?:that )?you are)|access to \S+ (?:was|has been|is) denied|error 10\d\d\b)/i

/** Whole titles that ask visitors to prove that they are people, whatever the words around it. */
const WALL_SENTENCES = new RegExp(
  `^(?:${[
    /(?:are you (?:really )?)?(?:an? )?(?:human|robot|bot) or (?:an? )?(?:human|robot|bot)/,
    /(?:please |we need to |help us |let’s )?(?:verify|verifying|confirm|confirming|prove|make sure|check|checking)(?: that| if)? (?:you(?:’re| are)?|you’re not|you are not|your(?:self)?) ?(?:not )?(?:an? )?(?:human|robot|bot|real person|identity|browser)(?: to continue)?/,
    /let’s get you verified|web application firewall|aws waf|enable j(?:avascript|s) (?:and cookies )?to continue/,
    /(?:please )?(?:enable|turn on) (?:javascript|js|cookies)(?: and (?:javascript|js|cookies|disable any ad blocker))?(?: to continue)?|javascript (?:is )?(?:required|disabled|not available)/,
    /(?:[\w-]+ ){0,3}captcha(?: page| challenge| check| verification)?|challenge page/,
    /(?:performing |completing )?(?:an? )?(?:security|bot|browser|human) (?:check|checkpoint|challenge|verification|validation)/,
    /(?:page|access|site|website|request|connection)(?: to (?:this|the) (?:page|site|website))?(?: (?:was|is|has been))? (?:denied|blocked|restricted|forbidden|rejected)/,
    /please wait while we (?:redirect|check|verify)\b.*|your connection needs to be verified.*|error: the request could not be satisfied|403 - forbidden\b.*/,
    /sicherheits-?(?:abfrage|check|überprüfung|prüfung)|zugriff (?:blockiert|gesperrt|eingeschränkt)|bitte einen moment(?: geduld)?/,
    /.{0,40}\b(?:kein(?:e)? (?:roboter|bot)|ein mensch) (?:sind|bist)|(?:mensch|bot) oder (?:bot|roboter|mensch)/,
    /(?:confirmez|vérifiez|prouvez) que vous (?:êtes (?:un )?humain|n’êtes pas un robot)|accès (?:bloqué|restreint)/,
    /(?:verifica|verificando|confirma|confirme|demuestra|demuestre)(?: que)? (?:no )?(?:eres|es|sei|che (?:non )?sei|você (?:não )?é)(?: (?:un|um))? (?:humano|robot|robô|umano)|acceso bloqueado|accesso bloccato|acesso bloqueado/,
    /(?:controleer|bevestig|bewijs) (?:of|dat) (?:je|u) (?:een mens|geen robot) (?:bent|is)|toegang geblokkeerd/,
    /.{0,30}(?:jesteś człowiekiem|nie jesteś robotem)|bekräfta att du (?:är människa|inte är en robot)|.{0,20}вы не робот|доступ заблокирован/,
    /(?:確認中|ロボットではないことを確認.*|人間であることを確認.*|请完成安全验证|安全检查|机器人验证|보안 확인|로봇이 아닙니다)/,
  ]
    .map(({ source }) => source)
    .join('|')})$`,
)

/** Names of firewalls that appear beside such a title. */
const FIREWALL_NAMES =
  /^(?:cloudflare|akamai|incapsula|imperva|datadome|perimeterx|human security|sucuri|ddos-guard)\b/

/** Texts that programs print for a missing value. */
const MISSING_VALUE =
  /^(?:undefined|null|NULL|NaN|None|\(null\)|\(undefined\)|\[object Object\]|%(?:\d\$)?[sd]|\{\d\})$/

/** Template placeholders that were not filled in, in the syntax of common template languages. */
const PLACEHOLDER = new RegExp(
  [
    /\{\{.*?\}\}/, // Mustache, Handlebars, Vue, Liquid
    /\{%.*?%\}/, // Liquid, Jinja
    /[$#]\{[^{}]*\}/, // JavaScript, Java, Ruby
    /<%.*?%>/, // ERB, EJS, ASP
    /<\?(?:php|=).*?\?>/,
    /\[\[[^[\]]*\]\]/,
    /%(?![0-9a-f]{2}%)%?[a-z_][\w.-]*%/i,
    /^\{[\w.:-]+\}$/,
    /\{\$[\w.>-]+\}/, // Smarty
    /<#.*?#>/, // Kendo
    /^\$[\w.]+\$$/,
    /^@(?:Model|ViewBag|ViewData)\b/, // Razor
    /\*\|\w+\|\*/, // Mailchimp
    /^\[[a-z]+(?:_[a-z]+)+\]$/,
    /^(?:your|insert|enter)?[_ ]?(?:title|name)[_ ]here$/,
    /^(?:document|untitled(?: (?:document|page))?)$/, // Editors
    /^__\w+__$/,
    /^@[\w.]+@$/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
)

/**
 * Returns whether a title does not describe the page: it belongs to a firewall or contains an
 * unfilled placeholder.
 */
export const isPlaceholderTitle = (title: string, host: string): boolean =>
  hasPlaceholder(title) || isWall(title, host)

const hasPlaceholder = (title: string) =>
  PLACEHOLDER.test(title) || piecesOf(title).some((piece) => MISSING_VALUE.test(piece))

/** Returns whether the title belongs to a firewall in front of `host`. */
export function isWall(title: string, host: string): boolean {
  if (isWallText(comparable(title)) || WALL_PATTERN.test(title.trim())) return true
  // "Access Denied" beside another name may be a product.
  const pieces = piecesOf(title).map(comparable)
  const others = pieces.filter((piece) => !isWallText(piece))
  return others.length < pieces.length && others.every((piece) => isFirewallOrSite(piece, host))
}

const isWallText = (text: string) => WALL_TITLES.has(text) || WALL_SENTENCES.test(text)

const piecesOf = (title: string) => title.trim().split(/\s+[|–—·:-]+\s+/)

/**
 * Returns a title in a form for comparison: lower case, one kind of apostrophe, no punctuation at
 * the end.
 */
const comparable = (text: string) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .trim()
    .replaceAll("'", '’')
    .replace(/[\s.…!?？！。،]+$/, '')

function isFirewallOrSite(piece: string, host: string): boolean {
  const site = host.toLowerCase().replace(/^www\./, '')
  return FIREWALL_NAMES.test(piece) || [site, `www.${site}`, site.split('.')[0]].includes(piece)
}
