/**
 * What the caller can know, as far as the plugin saw it: what was asked, what was answered, and whether the answer
 * could reach the caller. Rules judge against this, never against the plugin's own truth, which faults hide from the
 * caller.
 */
package io.hawser.strict.knowledge;
