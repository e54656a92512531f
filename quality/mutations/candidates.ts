// Finds the places where a guard can be lost by one changed word: condition expressions, comparisons of order,
// subtractions and spans of time. A test holds that the list of mutations has each of them.
import ts from 'typescript5';

export interface Candidate {
  readonly kind: 'condition' | 'comparison' | 'subtraction' | 'span of time';
  /** Positions in the source. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

const COMPARISONS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.LessThanToken,
  ts.SyntaxKind.LessThanEqualsToken,
  ts.SyntaxKind.GreaterThanToken,
  ts.SyntaxKind.GreaterThanEqualsToken,
]);
const CONDITIONS: ReadonlySet<string> = new Set(['ConditionExpression', 'condition']);
const SPANS = /_(?:MS|S|SECONDS|WAIT)$/;

export function candidatesIn(file: string, source: string): Candidate[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const found: Candidate[] = [];
  const visit = (node: ts.Node): void => {
    const kind = kindOf(node);
    if (kind !== undefined)
      found.push({
        kind,
        from: node.getStart(),
        to: node.getEnd(),
        text: node.getText().replace(/\s+/g, ' '),
      });
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

function kindOf(node: ts.Node): Candidate['kind'] | undefined {
  if (ts.isPropertyAssignment(node) && CONDITIONS.has(node.name.getText()))
    // Otherwise the condition stands elsewhere.
    return isWritten(node.initializer) ? 'condition' : undefined;
  if (ts.isVariableDeclaration(node) && SPANS.test(node.name.getText())) return 'span of time';
  if (!ts.isBinaryExpression(node) || isOrder(node)) return undefined;
  if (node.operatorToken.kind === ts.SyntaxKind.MinusToken) return 'subtraction';
  return COMPARISONS.has(node.operatorToken.kind) && !isOfCount(node) ? 'comparison' : undefined;
}

function isWritten(value: ts.Expression): boolean {
  return !ts.isIdentifier(value) && !ts.isPropertyAccessExpression(value);
}

/** `length > 0`, the end of a loop, the number of attempts: changed by one, they change no result or fail at once. */
function isOfCount({ left, right, parent }: ts.BinaryExpression): boolean {
  if (right.getText() === '0' && /(?:\.length|\.size|attempt|tries|runs|from|revision)$/.test(left.getText()))
    return true;
  if (/^max_?attempts$/i.test(right.getText())) return true;
  return ts.isForStatement(parent) && /^\w+$/.test(left.getText());
}

/** The order of a sort. */
function isOrder(node: ts.Node): boolean {
  for (let at: ts.Node = node; at.parent !== undefined; at = at.parent) {
    if (ts.isStatement(at)) return false;
    if (!ts.isCallExpression(at.parent) || !ts.isPropertyAccessExpression(at.parent.expression)) continue;
    if (/^(?:toSorted|sort)$/.test(at.parent.expression.name.text)) return at !== at.parent.expression;
  }
  return false;
}
