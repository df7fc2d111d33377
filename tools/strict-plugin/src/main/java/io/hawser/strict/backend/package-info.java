/** The strict plugin's state and its answers: what really is, without any judgement of the caller. */
package io.hawser.strict.backend;
