/**
 * Knows which plugin instances exist, which of them serves the controller now, who is healthy and what they can do.
 * {@code registry} is the rule; see {@code plugin-registry/DESIGN.md}.
 */
package io.hawser.plugin;
