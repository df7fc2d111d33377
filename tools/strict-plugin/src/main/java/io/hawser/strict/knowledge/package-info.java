/**
 * What the caller can know, from the plugin's view: the requests, the answers, and whether an answer could reach the
 * caller. Rules judge against this, never against the plugin's own state, which faults hide from the caller.
 */
@NullMarked
package io.hawser.strict.knowledge;

import org.jspecify.annotations.NullMarked;
