/** Another process tells a strict plugin what to do and reads its verdict: lines of text over a Unix socket. */
package io.hawser.strict.control;
