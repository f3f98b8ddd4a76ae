import a11y from "eslint-plugin-jsx-a11y";
import hooks from "eslint-plugin-react-hooks";
import typescript from "typescript-eslint";

export default typescript.config(
  { ignores: ["dist", "fixtures/dist", "node_modules", "src/board/message.ts"] },
  {
    files: ["**/*.{ts,tsx}"],
    extends: [
      ...typescript.configs.strictTypeChecked,
      ...typescript.configs.stylisticTypeChecked,
      a11y.flatConfigs.strict,
      hooks.configs.flat.recommended,
    ],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // Mail text must never become markup, and the content security policy forbids the rest.
      "no-restricted-syntax": [
        "error",
        { selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']", message: "Mail text is rendered as text." },
        {
          selector: "MemberExpression[property.name=/^(innerHTML|outerHTML|insertAdjacentHTML)$/]",
          message: "Mail text is rendered as text.",
        },
      ],
      // A record of sentences by state reads better than a chain of conditions; numbers in sentences are meant.
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true }],
      // A box that scrolls must be reachable by keyboard.
      "jsx-a11y/no-noninteractive-tabindex": ["error", { tags: ["ol"], roles: ["log"] }],
      // Safari drops the role of a list without markers; saying it again is the known cure.
      "jsx-a11y/no-redundant-roles": ["error", { ul: ["list"], ol: ["list"] }],
    },
  },
  {
    // Doubles keep promises that they do not need.
    files: ["fixtures/**", "tests/**"],
    rules: { "@typescript-eslint/require-await": "off" },
  },
);
