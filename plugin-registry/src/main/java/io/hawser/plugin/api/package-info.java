/** REST pages for people: plugins as the tables have them. */
@NullMarked
package io.hawser.plugin.api;

import org.jspecify.annotations.NullMarked;
