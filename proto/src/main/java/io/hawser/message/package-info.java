/** Messages that several services write: made in one place, so that they are the same whoever wrote them. */
package io.hawser.message;
