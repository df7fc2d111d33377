/** REST pages for people: services and networks as the tables have them, and what their deletion waits for. */
@NullMarked
package io.hawser.deallocator.api;

import org.jspecify.annotations.NullMarked;
