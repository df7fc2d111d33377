/** The rules that the specification puts on the caller, one small check each, and the catalogue of them all. */
package io.hawser.strict.rule;
