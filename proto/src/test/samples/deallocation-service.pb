
app