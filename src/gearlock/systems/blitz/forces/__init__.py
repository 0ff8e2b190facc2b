"""Chapter 5 and Appendix 2: forces."""
