import { randomUUID } from 'node:crypto'
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type {
  OAuthClientInformationMixed,
  OAuthTokens,
} from '@modelcontextprotocol/sdk/shared/auth.js'
import { startMessageServer } from '#support/server/hosts/message-server.ts'

/** Assistant on this computer that signs in with the SDK's own OAuth client. */
export class McpClient implements OAuthClientProvider {
  readonly #server: URL
  readonly #callbacks: URL[]
  readonly #origin: string
  readonly #state = randomUUID()
  #client: OAuthClientInformationMixed | undefined
  #tokens: OAuthTokens | undefined
  #verifier = ''
  #transport: StreamableHTTPClientTransport | undefined
  /** Address of the consent screen. */
  consent = ''

  private constructor(
    origin: string,
    callbacks: URL[],
    { origin: own, stop }: Awaited<ReturnType<typeof startMessageServer>>,
  ) {
    this.#server = new URL('/mcp', origin)
    this.#callbacks = callbacks
    this.#origin = own
    this.stop = stop
  }

  readonly stop: () => Promise<void>

  static async start(origin: string): Promise<McpClient> {
    const callbacks: URL[] = []
    const host = await startMessageServer((response, { path }) => {
      if (path.startsWith('/callback')) callbacks.push(new URL(path, host.origin))
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Back in the assistant</h1>')
    })
    return new McpClient(origin, callbacks, host)
  }

  get redirectUrl() {
    return `${this.#origin}/callback`
  }

  get clientMetadata() {
    return { client_name: 'Desk assistant', redirect_uris: [this.redirectUrl] }
  }

  state = () => this.#state
  clientInformation = () => this.#client
  tokens = () => this.#tokens
  codeVerifier = () => this.#verifier

  saveClientInformation(client: OAuthClientInformationMixed) {
    this.#client = client
  }

  saveTokens(tokens: OAuthTokens) {
    this.#tokens = tokens
  }

  saveCodeVerifier(verifier: string) {
    this.#verifier = verifier
  }

  redirectToAuthorization(url: URL) {
    this.consent = url.pathname + url.search
  }

  /** Finds the server's sign-in and registers there. Sets `consent`. */
  async askForConsent(): Promise<void> {
    const outcome = await this.#connect().then(
      () => 'connected',
      (error: Error) => error.message,
    )
    if (this.consent === '') throw new Error(`No consent was asked for: ${outcome}`)
  }

  /** Exchanges the code with which the browser came back, and connects. */
  async finish(): Promise<Client> {
    const { searchParams } = this.#callbacks[0] ?? new URL(this.redirectUrl)
    if (searchParams.get('state') !== this.#state) throw new Error('The state is wrong.')
    await this.#transport?.finishAuth(searchParams.get('code') ?? '')
    return this.#connect()
  }

  async #connect(): Promise<Client> {
    const client = new Client({ name: 'Desk assistant', version: '1' })
    this.#transport = new StreamableHTTPClientTransport(this.#server, { authProvider: this })
    await client.connect(this.#transport)
    return client
  }
}
