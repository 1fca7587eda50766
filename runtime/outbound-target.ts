/**
 * Which addresses a customer's URL may lead to: public unicast ones alone, whatever spelling, name or redirect leads there.
 * The settings' allow list (OUTBOUND_ALLOW) opens single places, for receivers and assets on the operator's own network.
 */
import { lookup } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';

/** The URL, or an address behind its name, is one that we do not connect to. The reason is a full sentence. */
export class OutboundRefused extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'OutboundRefused';
  }
}

/** `host:port` as URLs write it, or a CIDR range. */
export interface AllowList {
  hosts: ReadonlySet<string>;
  ranges: [ipaddr.IPv4 | ipaddr.IPv6, number][];
}

export interface HostAddress {
  address: string;
  family: number;
}

export type ResolveHost = (hostname: string) => Promise<HostAddress[]>;

/** Every address that the system knows for the name. */
export const resolveHost: ResolveHost = (hostname) => lookup(hostname, { all: true });

/** @throws when an entry is neither `host:port` nor a CIDR range, so that a slip in the settings is seen at start. */
export function parseAllowList(entries: readonly string[]): AllowList {
  const hosts = new Set<string>();
  const ranges: AllowList['ranges'] = [];
  for (const entry of entries) {
    if (ipaddr.isValidCIDR(entry)) ranges.push(ipaddr.parseCIDR(entry));
    else if (/^(\[[0-9a-f:.]+\]|[^\s/:[\]]+):\d{1,5}$/i.test(entry)) hosts.add(entry.toLowerCase());
    else throw new Error(`"${entry}" is neither host:port nor a CIDR range such as 10.0.0.0/8`);
  }
  return { hosts, ranges };
}

/**
 * Tells whether a request to the URL would be let out now, without making it.
 * @throws {OutboundRefused} also when the name is unknown
 */
export async function checkOutboundUrl({
  url: text,
  allow: entries,
  resolve = resolveHost,
}: {
  url: string;
  allow: readonly string[];
  resolve?: ResolveHost;
}): Promise<void> {
  const url = parseUrl(text);
  const allow = parseAllowList(entries);
  checkUrl(url, allow);
  if (literalAddress(url.hostname) !== null || isListed(url, allow)) return;
  try {
    await resolvePublicHost(url.hostname, allow, resolve);
  } catch (error) {
    if (error instanceof OutboundRefused) throw error;
    throw new OutboundRefused(`The host ${url.hostname} cannot be found.`, { cause: error });
  }
}

/** @throws {OutboundRefused} */
export function parseUrl(text: string): URL {
  try {
    return new URL(text);
  } catch (error) {
    throw new OutboundRefused('This is not a URL.', { cause: error });
  }
}

/**
 * What can be said of a URL without asking the name service: scheme, credentials, port and literal address.
 * @throws {OutboundRefused}
 */
export function checkUrl(url: URL, allow: AllowList): void {
  if (url.username !== '' || url.password !== '')
    throw new OutboundRefused('The URL must not contain a user name or password.');
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new OutboundRefused('The URL must start with https://.');
  if (isListed(url, allow)) return;
  const literal = literalAddress(url.hostname);
  const inRange = literal !== null && isInRanges(literal, allow);
  if (url.protocol !== 'https:' && !inRange) throw new OutboundRefused('The URL must start with https://.');
  if (!inRange && !isUsablePort(Number(url.port || 443)))
    throw new OutboundRefused(`Port ${url.port} is not allowed; use 443 or a port from 1024 on.`);
  if (literal !== null) checkAddress(literal, allow);
  // Whether the system resolves these is its own affair; what they mean is fixed.
  else if (/(^|\.)localhost\.?$/.test(url.hostname)) throw new OutboundRefused(PRIVATE);
}

/**
 * The addresses of a name, every one of them checked: one private address among public ones is a refusal.
 * @throws {OutboundRefused}
 */
export async function resolvePublicHost(
  hostname: string,
  allow: AllowList,
  resolve: ResolveHost,
): Promise<HostAddress[]> {
  const addresses = await resolve(hostname);
  for (const { address } of addresses) checkAddress(address, allow);
  return addresses;
}

/** Listed as `host:port`: whatever address it has is fine, and so is plain http. */
export function isListed(url: URL, allow: AllowList): boolean {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return allow.hosts.has(`${url.hostname}:${port}`);
}

/** The address that a URL's host spells out, or null for a name. WHATWG URLs have undone 0x7f.1 and the like already. */
function literalAddress(hostname: string): string | null {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return ipaddr.isValid(bare) ? bare : null;
}

function checkAddress(address: string, allow: AllowList): void {
  if (isInRanges(address, allow) || isPublic(address)) return;
  throw new OutboundRefused(PRIVATE);
}

const PRIVATE = 'The URL leads to a private or reserved address.';

function isInRanges(address: string, allow: AllowList): boolean {
  const parsed = ipaddr.process(address);
  return allow.ranges.some(
    ([network, bits]) => parsed.kind() === network.kind() && parsed.match(network, bits),
  );
}

/** Azure's metadata service answers on an address that the registries count as public. */
const CLOUD_METADATA = new Set(['168.63.129.16']);
/** All global unicast addresses of IPv6 lie in it; outside there are only special ones. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

function isPublic(address: string): boolean {
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast' || CLOUD_METADATA.has(parsed.toString())) return false;
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_IPV6);
}

/** Services that a stranger must not make us speak to, even where they listen on a public address. */
const SERVICE_PORTS = new Set([
  1719, 1720, 1723, 2049, 2375, 3306, 3389, 3659, 4045, 4190, 4222, 5060, 5061, 5432, 5984, 6000, 6379, 6566,
  6665, 6666, 6667, 6668, 6669, 6679, 6697, 9042, 10080, 11211, 27017,
]);

function isUsablePort(port: number): boolean {
  return port === 443 || (port >= 1024 && !SERVICE_PORTS.has(port));
}
