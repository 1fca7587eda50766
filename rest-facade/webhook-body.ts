import type { z } from 'zod';
import type { webhook } from './bodies.ts';

export interface ShownWebhook {
  id: string;
  targetUrl: string;
  isActive: boolean;
  createdAt: string;
}

/** API §2.7 */
export function webhookBody(endpoint: ShownWebhook): z.output<typeof webhook> {
  return {
    endpoint_id: endpoint.id,
    target_url: endpoint.targetUrl,
    is_active: endpoint.isActive,
    created: endpoint.createdAt,
  };
}
