// The documents of the repository as pages of a site: README and all that it leads to, rendered as hosts of repositories
// do it. A link that leads nowhere is an error.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import GithubSlugger from 'github-slugger';
import MarkdownIt from 'markdown-it';
import { add, styleOf } from '../explorer/bundle.mjs';

const repository = fileURLToPath(new URL('..', import.meta.url));

/** Around a document. */
const PAGE = readFileSync(new URL('document.html', import.meta.url), 'utf8');

const FIRST = ['README.md', 'README.zh-CN.md'];

/** Texts around a document, by its language. */
const TEXTS = {
  en: {
    documents: 'Documentation',
    sources: 'Source code',
    first: 'index.html',
    page: '',
    skip: 'Skip to the text',
  },
  'zh-CN': {
    documents: '文档',
    sources: '源代码',
    first: 'README.zh-CN.html',
    page: '?lang=zh',
    skip: '跳到正文',
  },
};

const markdown = new MarkdownIt({ html: true, linkify: true });
// Addresses alone: `check.md` is a file here, and no host in Moldova.
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });

// What is wider than a phone scrolls by itself, also by keys.
const { rules } = markdown.renderer;
rules.table_open = () => '<div class="wide" tabindex="0"><table>\n';
rules.table_close = () => '</table></div>\n';
for (const kind of ['fence', 'code_block']) {
  const block = rules[kind];
  rules[kind] = (...all) => block(...all).replace('<pre', '<pre class="wide" tabindex="0"');
}

/**
 * Writes the documents into the folder `docs` of a site.
 *
 * @param {string} site
 * @param {object} options
 * @param {string} options.policy the content security policy
 * @param {string} options.style the page's style sheet
 * @param {string} options.script the script that chooses the theme
 * @param {string} options.icon
 * @param {string} [options.sources] the address of the repository's files, which links to them begin with; without it
 *     they are no links, and documents do not lead to their sources
 * @param {string} [options.root] the folder of the repository
 */
export function addDocuments(site, { policy, style, script, icon, sources, root = repository }) {
  mkdirSync(join(site, 'docs'), { recursive: true });
  const look = styleOf(fileURLToPath(new URL('documents.css', import.meta.url)));
  const styles = [style, `docs/${add(join(site, 'docs'), 'documents.css', look)}`];

  const documents = new Map();
  const waiting = [...FIRST];
  for (let path = waiting.pop(); path; path = waiting.pop()) {
    if (documents.has(path)) continue;
    const document = new Document(path, { root, sources });
    documents.set(path, document);
    waiting.push(...document.leadsTo.map((link) => link.path));
  }

  const pages = [...documents.values()];
  const dead = pages.flatMap((document) => [
    ...document.dead,
    ...document.leadsTo
      .filter(({ path, anchor }) => anchor && !documents.get(path).anchors.has(anchor))
      .map(({ href }) => `${document.path}: ${href}: no heading has this name`),
  ]);
  if (dead.length) throw new Error(`links that lead nowhere:\n${dead.join('\n')}`);

  const places = new Map(pages.map(({ path }) => [placeOf(path), path]));
  if (places.size < pages.length) throw new Error('two documents would be one page');
  for (const document of pages) {
    for (const file of document.files) write(site, placeOf(file), readFileSync(join(root, file)));
    write(site, placeOf(document.path), document.page({ policy, styles, script, icon }));
  }
}

/**
 * Where a file of the repository is in the site. Documents are together, whether they are in the folder `docs` or not.
 *
 * @param {string} path
 */
function placeOf(path) {
  if (path === FIRST[0]) return 'docs/index.html';
  const inDocs = path.startsWith('docs/') ? path : `docs/${path}`;
  return inDocs.replace(/\.md$/, '.html').replace(/LICENSE-[A-Z]+$/, '$&.txt');
}

/**
 * A relative address that leads from one file of the site to another.
 *
 * @param {string} from
 * @param {string} to
 */
const between = (from, to) => posix.relative(posix.dirname(from), to);

function write(site, place, content) {
  const file = join(site, place);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

class Document {
  /** Names of headings, which links lead to. */
  anchors = new Set();
  /** Links to documents. */
  leadsTo = [];
  /** Files that the document shows, or leads to as they are. */
  files = new Set();
  dead = [];
  #title;
  #html;
  #root;
  #sources;

  /**
   * @param {string} path within the repository
   * @param {{root: string, sources?: string}} options
   */
  constructor(path, { root, sources }) {
    this.path = path;
    this.language = path.endsWith('.zh-CN.md') ? 'zh-CN' : 'en';
    this.#root = root;
    this.#sources = sources;
    const tokens = markdown.parse(readFileSync(join(root, path), 'utf8'), {});
    this.#nameHeadings(tokens);
    this.#linkAll(tokens);
    this.#html = markdown.renderer.render(withTables(tokens), markdown.options, {});
  }

  /** Names headings as GitHub does, so that links work here and there. */
  #nameHeadings(tokens) {
    const slugger = new GithubSlugger();
    for (const [at, token] of tokens.entries()) {
      if (token.type !== 'heading_open') continue;
      const texts = tokens[at + 1].children.map(({ content }) => content);
      const name = slugger.slug(texts.join(''));
      token.attrSet('id', name);
      this.anchors.add(name);
      this.#title ??= texts.join('');
    }
  }

  #linkAll(tokens) {
    for (const token of tokens.flatMap((each) => [each, ...(each.children ?? [])])) {
      if (token.type === 'link_open') this.#link(token);
      // Of pictures of other hosts, as badges are, there is the text.
      if (token.type === 'image' && /^https?:/.test(token.attrGet('src'))) token.type = 'text';
      else if (token.type === 'image') token.attrSet('src', this.#shown(token.attrGet('src')));
      if (token.type.startsWith('html_')) {
        const shown = (_, name, path) => `${name}="${this.#shown(path)}"`;
        token.content = token.content.replaceAll(/\b(src|srcset)="([^"]*)"/g, shown);
      }
    }
    // What is no link any more ends as what it begins as.
    const open = [];
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      if (token.type === 'link_open') open.push(token.tag);
      if (token.type === 'link_close') token.tag = open.pop();
    }
  }

  /** Where a link of the repository leads in the site. */
  #link(token) {
    const href = token.attrGet('href');
    if (/^[a-z]+:/.test(href)) return;
    const [written, anchor] = href.split('#');
    const path = written ? this.#resolve(written) : this.path;
    if (!path) return;
    if (path.endsWith('.md')) {
      this.leadsTo.push({ path, anchor: anchor && decodeURIComponent(anchor), href });
      token.attrSet('href', (written && this.#to(path)) + (anchor ? `#${anchor}` : ''));
    } else if (/\.(svg|png)$|LICENSE/.test(path)) {
      token.attrSet('href', this.#shown(written));
    } else if (this.#sources) {
      token.attrSet('href', `${this.#sources}/${path}`);
    } else {
      token.tag = 'span';
      token.attrs = null;
    }
  }

  /** The address in the site of a file that is shown. */
  #shown(written) {
    if (/^[a-z]+:/.test(written)) {
      this.dead.push(`${this.path}: ${written}: pages show nothing of other hosts`);
      return written;
    }
    const path = this.#resolve(written);
    if (!path) return written;
    this.files.add(path);
    return this.#to(path);
  }

  #to(path) {
    return between(placeOf(this.path), placeOf(path));
  }

  /** The path of a file that this one names. */
  #resolve(written) {
    const path = posix.join(posix.dirname(this.path), decodeURIComponent(written));
    if (!path.startsWith('..') && existsSync(join(this.#root, path))) return path;
    this.dead.push(`${this.path}: ${written}: there is no such file`);
    return null;
  }

  /** The whole page. */
  page({ policy, styles, script, icon }) {
    const place = placeOf(this.path);
    const { documents, sources, first, page, skip } = TEXTS[this.language];
    const title = this.#title === 'perfectplay' ? documents : this.#title;
    const to = (other) => between(place, other);
    const links = [[to(`docs/${first}`), documents]];
    if (this.#sources) links.push([`${this.#sources}/${this.path}`, sources]);
    const parts = {
      LANGUAGE: this.language,
      POLICY: policy,
      TITLE: markdown.utils.escapeHtml(title),
      ICON: to(icon),
      STYLES: styles.map((style) => `    <link rel="stylesheet" href="${to(style)}" />`).join('\n'),
      SCRIPT: to(script),
      SKIP: skip,
      HOME: `${to('.')}/${page}`,
      LINKS: links
        .map(([to, text]) => `        <a class="top-link" href="${to}">${text}</a>`)
        .join('\n'),
      TEXT: this.#html,
    };
    return PAGE.replaceAll(/@([A-Z]+)@/g, (_, name) => parts[name]);
  }
}

/** Tables without heads and heads of columns that are empty. */
function withTables(tokens) {
  const isEmpty = ({ type, content }) => type === 'inline' && content === '';
  const left = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    // The policy of the page allows no styles in attributes.
    const [, side] = /text-align:(\w+)/.exec(token.attrGet('style') ?? '') ?? [];
    if (side) token.attrs = [['class', side]];
    if (token.type === 'th_open' && isEmpty(tokens[at + 1])) token.tag = tokens[at + 2].tag = 'td';
    left.push(token);
    if (token.type !== 'thead_close') continue;
    const from = left.findLastIndex(({ type }) => type === 'thead_open');
    const texts = left.slice(from).filter(({ type }) => type === 'inline');
    if (texts.every(isEmpty)) left.splice(from);
  }
  return left;
}
