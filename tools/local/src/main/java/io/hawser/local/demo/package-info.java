/**
 * The demo: one volume's whole life through all services, as a list of named steps. A runner plays and times them,
 * chaos kills processes meanwhile, and what is left at the end is counted.
 */
@NullMarked
package io.hawser.local.demo;

import org.jspecify.annotations.NullMarked;
