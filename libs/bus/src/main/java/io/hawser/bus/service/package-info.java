/** The services of Hawser. */
@NullMarked
package io.hawser.bus.service;

import org.jspecify.annotations.NullMarked;
