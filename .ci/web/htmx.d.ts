/** What the scripts use of htmx 2, which django-htmx serves, and of its extension for server-sent events. */

/** What a request was given beside its element's own attributes and values, which are read once its turn comes. */
interface HtmxRequestOptions {
  values?: Record<string, string>;
}

/** What was tapped, or what happened, that led to a request. */
interface HtmxTrigger {
  elt: Element;
  triggeringEvent?: Event;
}

interface HtmxRequestDetail {
  xhr: XMLHttpRequest;
  target: Element;
  requestConfig: HtmxTrigger & { verb: string };
  etc: HtmxRequestOptions;
}

interface HtmxSwapDetail extends HtmxRequestDetail {
  shouldSwap: boolean;
  swapOverride?: string;
}

type HtmxEvent = CustomEvent<HtmxRequestDetail>;

interface DocumentEventMap {
  "htmx:afterOnLoad": HtmxEvent;
  "htmx:afterRequest": HtmxEvent;
  "htmx:afterSettle": HtmxEvent;
  "htmx:afterSwap": HtmxEvent;
  "htmx:beforeOnLoad": HtmxEvent;
  "htmx:beforeSend": HtmxEvent;
  "htmx:beforeSwap": CustomEvent<HtmxSwapDetail>;
  "htmx:configRequest": CustomEvent<{ elt: Element; target: Element; path: string }>;
  "htmx:confirm": CustomEvent<HtmxTrigger & { target: Element; etc: HtmxRequestOptions }>;
  "htmx:sseBeforeMessage": CustomEvent<MessageEvent>;
  "htmx:sseClose": CustomEvent<{ source: EventSource; type: string }>;
  "htmx:sseError": CustomEvent<{ error: Event; source: EventSource }>;
  "htmx:sseMessage": CustomEvent<MessageEvent>;
  "htmx:sseOpen": CustomEvent<{ source: EventSource }>;
}

interface Window {
  /** Missing if its script was not loaded. */
  htmx?: {
    process(element: Element): void;
    swap(target: string, html: string, specification: { swapStyle: string }): void;
    trigger(element: Element, event: string): void;
  };
  /** The name of older Safari browsers. */
  webkitAudioContext?: typeof AudioContext;
}
