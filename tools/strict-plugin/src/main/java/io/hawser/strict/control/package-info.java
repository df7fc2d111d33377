/** Another process controls a strict plugin and reads its verdict: lines of text over a Unix socket. */
@NullMarked
package io.hawser.strict.control;

import org.jspecify.annotations.NullMarked;
