// A network interface. It turns packets, which are streams with ready and valid, into flits, and
// flits into packets. The target of a packet selects the registers that give its QoS field, at the
// time at which the packet is first offered. If QOS is 0, there are no registers, and all packets
// are unmarked.
module network_interface #(
    parameter int QOS      = 1,
    parameter int REGISTER = 1
) (
    input  logic                    clock,
    input  logic                    reset,
    input  logic [ noc::TARGET-1:0] number,  // number of this endpoint
    // The stream of packets to send. The target of a packet is that of its first flit.
    input  logic                    send_valid,
    output logic                    send_ready,
    input  logic [   noc::DEST-1:0] send_target,
    input  logic [   noc::DATA-1:0] send_data,
    input  logic                    send_last,
    // Whether the packet goes on a circuit (bit 3), and its priority. Packets with equal values to
    // one target stay in order.
    output logic [             3:0] send_way,
    // The stream of packets that have arrived. With several traffic classes, flits of packets of
    // different classes may alternate.
    output logic                    receive_valid,
    input  logic                    receive_ready,
    output logic [   noc::DATA-1:0] receive_data,
    output logic                    receive_last,
    output logic [             3:0] receive_field,
    // Registers: see `qos_registers`.
    input  logic                    register_write,
    input  logic [            16:0] register_address,
    input  logic [            31:0] register_written,
    output logic [            31:0] register_value,
    output logic                    register_fault,
    // Answers to packets that open or close circuits use the other network. `asked` says that such
    // a packet has arrived from `asked_by`. `answered` says that the answer to such a packet of
    // this interface has arrived.
    output logic                    asked,
    output logic [ noc::TARGET-1:0] asked_by,
    input  logic                    answered,
    // Signals of the endpoint.
    output logic                    inject,
    output noc::flit_t              inject_flit,
    input  logic [noc::CLASSES-1:0] inject_ready,
    input  logic                    eject_valid,
    input  noc::flit_t              eject_flit,
    output logic                    eject,
    input  logic                    refused,
    input  logic                    needed
);
  localparam int TARGET = noc::TARGET, FIRST = noc::FIRST;

  // The state of the packet that is being sent. `offered` says that its head has been offered, and
  // `sending` that its head has left. The circuit, the priority and the target are the same for all
  // flits of the packet.
  logic offered, sending, held_on_circuit, on_circuit, fits;
  logic [2:0] held_priority, level;
  logic [noc::DEST-1:0] held_target, target;
  logic opens, closes, sets_up, sets_up_now, sent;
  logic [TARGET-1:0] circuit_target;
  logic [2:0] circuit_priority;
  logic [3:0] field, opening;

  generate
    if (QOS != 0) begin : gen_qos
      logic [2:0] priority_of;
      logic by_circuit;
      qos_registers #(
          .REGISTER(REGISTER)
      ) registers (
          .clock,
          .reset,
          .write(register_write),
          .address(register_address),
          .written(register_written),
          .value(register_value),
          .fault(register_fault),
          .target(send_target[TARGET-1:0]),
          .priority_of,
          .on_circuit(by_circuit),
          .opens,
          .closes,
          .circuit_target,
          .circuit_priority,
          .sent(sets_up_now),
          .answered,
          .refused,
          .needed
      );
      assign level = offered ? held_priority : priority_of;
      assign on_circuit = offered ? held_on_circuit : by_circuit;
      always_ff @(posedge clock) begin
        if (reset) offered <= 1'b0;
        else if (send_valid) offered <= !(sent && send_last);
        if (send_valid) begin
          held_priority   <= level;
          held_on_circuit <= on_circuit;
        end
      end
    end else begin : gen_plain
      logic unused;
      assign unused = &{1'b0, register_write, register_address, register_written, answered,
                        refused, needed, sets_up_now, held_priority, held_on_circuit, offered};
      assign register_value = '0;
      assign register_fault = 1'b1;
      assign {opens, closes, circuit_target, circuit_priority} = '0;
      assign {level, on_circuit} = '0;
      assign {held_priority, held_on_circuit, offered} = '0;
    end

    // Whether the class of the packet's level has a credit. Classes are numbered as in `endpoint`.
    if (noc::PER_LEVEL != 0) begin : gen_per_level
      logic [2:0] of_level;
      assign of_level = level >> noc::SHIFT;
      always_comb begin
        fits = on_circuit && inject_ready[0];
        for (int c = FIRST; c < noc::CLASSES; c++)
          if (!on_circuit && of_level == 3'(noc::LEVELS - 1 - (c - FIRST))) fits = inject_ready[c];
      end
    end else begin : gen_shared
      assign fits = on_circuit ? inject_ready[0] : inject_ready[FIRST];
    end
  endgenerate

  // A packet that opens or closes a circuit has one flit, whose data name the initiator. The packet
  // leaves between two packets of the circuits' traffic class.
  assign sets_up = (opens || closes) && !(sending && on_circuit);
  assign sets_up_now = sets_up && inject_ready[0];
  assign send_ready = !sets_up_now && fits;
  assign send_way = {on_circuit, level};
  assign sent = send_valid && send_ready;
  assign target = sending ? held_target : send_target;
  assign field = on_circuit ? 4'd0 : {1'b0, level};
  // The field of a packet that opens a circuit is the circuit's priority if the packet may wait and
  // the priority is not 0, otherwise 8.
  assign opening = noc::QUEUE != 0 && circuit_priority != 0 ? {1'b0, circuit_priority} : 4'd8;
  assign inject = sent || sets_up_now;
  assign inject_flit = sets_up_now
      ? {noc::DATA'(number), noc::DEST'(circuit_target), 1'b1, opens ? opening : 4'd9, 1'b1}
      : {send_data, target, on_circuit, field, send_last};

  always_ff @(posedge clock) begin
    if (reset) sending <= 1'b0;
    else if (sent) sending <= !send_last;
    if (sent) held_target <= target;
  end

  // The stream does not get flits that open or close circuits.
  assign asked = noc::CIRCUITS != 0 && eject_valid && eject_flit.on_circuit && eject_flit.field != 0;
  assign asked_by = eject_flit.data[TARGET-1:0];
  assign receive_valid = eject_valid && !asked;
  assign receive_data = eject_flit.data;
  assign receive_last = eject_flit.last;
  assign receive_field = eject_flit.field;
  assign eject = asked || (receive_valid && receive_ready);
  logic unused_target;
  assign unused_target = &{1'b0, eject_flit.on_circuit, eject_flit.target};
endmodule
