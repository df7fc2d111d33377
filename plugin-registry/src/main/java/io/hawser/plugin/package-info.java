/**
 * Knows the plugin instances: which exist, which one serves the controller now, which are healthy and what they can do.
 * {@code registry} contains the rules; see {@code plugin-registry/DESIGN.md}.
 */
@NullMarked
package io.hawser.plugin;

import org.jspecify.annotations.NullMarked;
