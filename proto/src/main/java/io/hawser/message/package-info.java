/**
 * Messages that several services write, made in one place so that all services write them alike; and the rules that
 * several services apply to what they read.
 */
@NullMarked
package io.hawser.message;

import org.jspecify.annotations.NullMarked;
