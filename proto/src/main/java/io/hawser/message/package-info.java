/** Messages that several services write, made in one place so that all services write them alike. */
@NullMarked
package io.hawser.message;

import org.jspecify.annotations.NullMarked;
