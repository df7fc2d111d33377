/**
 * Knows which plugin instances exist, which of them serves the controller now, who is healthy and what they can do.
 * {@code registry} is the rule, {@code probe} asks the plugins; see {@code plugin-registry/DESIGN.md}.
 */
package io.hawser.plugin;
