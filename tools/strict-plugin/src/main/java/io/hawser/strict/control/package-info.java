/** Another process controls a strict plugin and reads its verdict: lines of text over a Unix socket. */
package io.hawser.strict.control;
