/**
 * Stands in for a browser's push service and for the phone behind it: makes subscriptions, accepts
 * messages at their addresses, and decrypts them (RFC 8291), as a browser does before its worker gets them.
 */
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/** Only this machine's function sends there, and its requests come here instead. */
const ADDRESS = 'https://localhost/local/push/';

export interface Pushed {
  at: number;
  /** As the worker would get it. */
  message: {
    notification: { title: string; body: string; navigate: string };
    app_badge: number;
  };
}

export interface Receiver {
  /** The browser's: the private key of the subscription, and the secret it shares with the sender. */
  privateKey: Buffer;
  authSecret: Buffer;
}

/** What `body` says (RFC 8188, one record, encrypted as in RFC 8291). */
export function decrypted(body: Buffer, { privateKey, authSecret }: Receiver): Buffer {
  const browser = createECDH('prime256v1');
  browser.setPrivateKey(privateKey);
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const senderKey = body.subarray(21, 21 + keyLength);
  const record = body.subarray(21 + keyLength);
  const derive = (secret: Buffer, by: Buffer, purpose: string | Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, by, purpose, length));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), senderKey]);
  const shared = derive(browser.computeSecret(senderKey), authSecret, info, 32);
  const key = derive(shared, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(shared, salt, 'Content-Encoding: nonce\0', 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  // The last record ends with a 2, followed by zeros.
  return padded.subarray(0, padded.lastIndexOf(2));
}

export function createPushService() {
  const receivers = new Map<string, Receiver>();
  let pushed: Pushed[] = [];
  return {
    /** As PushSubscription's toJSON(). */
    subscribe() {
      const browser = createECDH('prime256v1');
      const publicKey = browser.generateKeys();
      const receiver = { privateKey: browser.getPrivateKey(), authSecret: randomBytes(16) };
      const endpoint = ADDRESS + randomBytes(16).toString('base64url');
      receivers.set(endpoint, receiver);
      return {
        endpoint,
        keys: {
          p256dh: publicKey.toString('base64url'),
          auth: receiver.authSecret.toString('base64url'),
        },
      };
    },
    /** Null for an address that isn't a subscription's. */
    take(address: string, body: Uint8Array): Response | null {
      if (!address.startsWith(ADDRESS)) return null;
      const receiver = receivers.get(address);
      if (!receiver) return new Response(null, { status: 410 });
      const message = JSON.parse(decrypted(Buffer.from(body), receiver).toString());
      pushed = [...pushed, { at: Date.now(), message }].slice(-200);
      return new Response(null, { status: 201 });
    },
    all: () => pushed,
    clear() {
      receivers.clear();
      pushed = [];
    },
  };
}

export type PushService = ReturnType<typeof createPushService>;
