// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ITeleporterMessenger, ITeleporterRegistry} from "../interfaces/ITokenTransferrer.sol";
import {
    ITeleporterReceiver,
    SentMessageInfo,
    TeleporterFeeInfo,
    TeleporterMessage,
    TeleporterMessageInput,
    TeleporterMessageReceipt
} from "./TeleporterTypes.sol";

/// @title A Teleporter messenger for devnets and tests: whoever delivers a message is believed
/// @notice ABI, events, message ids and the life of a message are Teleporter's; what is missing is the proof. The real
///         messenger reads a message that the source chain's validators have signed, this one takes it from its caller.
///         It sends no receipts and keeps the fees.
/// @dev A message's id contains the messenger's address, so it must be the same on both chains.
contract DevnetMessenger is ITeleporterMessenger, ITeleporterRegistry {
    using SafeERC20 for IERC20;

    /// @notice This chain's blockchain id, which has nothing to do with its EVM chain id.
    bytes32 public immutable blockchainID;

    /// @notice How many messages were sent.
    uint256 public messageNonce;

    /// @notice The hash and the fee of a message that was sent from here.
    mapping(bytes32 messageID => SentMessageInfo) public sentMessageInfo;

    /// @notice Whether a message to here was delivered, whatever came of it.
    mapping(bytes32 messageID => bool) public messageReceived;

    /// @notice The hash of a message that was delivered and whose execution failed; zero for any other.
    mapping(bytes32 messageID => bytes32) public receivedFailedMessageHashes;

    event SendCrossChainMessage(
        bytes32 indexed messageID,
        bytes32 indexed destinationBlockchainID,
        TeleporterMessage message,
        TeleporterFeeInfo feeInfo
    );
    event ReceiveCrossChainMessage(
        bytes32 indexed messageID,
        bytes32 indexed sourceBlockchainID,
        address indexed deliverer,
        address rewardRedeemer,
        TeleporterMessage message
    );
    event MessageExecuted(bytes32 indexed messageID, bytes32 indexed sourceBlockchainID);
    event MessageExecutionFailed(
        bytes32 indexed messageID, bytes32 indexed sourceBlockchainID, TeleporterMessage message
    );

    /// @notice A blockchain id or an address is zero, or the destination is this chain.
    error InvalidDestination();
    /// @notice The message was not sent from here, or is not the one that was.
    error UnknownMessage();
    /// @notice The message is for another chain, or says to come from this one.
    error WrongChain();
    /// @notice The message was delivered before.
    error AlreadyReceived();
    /// @notice The sender chose who may deliver the message.
    error RelayerNotAllowed();
    /// @notice The transaction has too little gas for what the execution was to be given.
    error InsufficientGas();
    /// @notice The message failed again.
    error RetryFailed();

    /// @param blockchainID_ This chain's blockchain id.
    constructor(bytes32 blockchainID_) {
        blockchainID = blockchainID_;
    }

    /// @inheritdoc ITeleporterRegistry
    /// @dev A devnet has one messenger, which is its own registry.
    function getLatestTeleporter() external view returns (ITeleporterMessenger) {
        return this;
    }

    /// @notice Sends a message. The fee is taken from the caller.
    function sendCrossChainMessage(TeleporterMessageInput calldata input) external returns (bytes32 messageID) {
        bytes32 destination = input.destinationBlockchainID;
        if (destination == bytes32(0) || destination == blockchainID || input.destinationAddress == address(0)) {
            revert InvalidDestination();
        }
        messageID = getNextMessageID(destination);
        TeleporterMessage memory message = TeleporterMessage({
            messageNonce: ++messageNonce,
            originSenderAddress: msg.sender,
            destinationBlockchainID: destination,
            destinationAddress: input.destinationAddress,
            requiredGasLimit: input.requiredGasLimit,
            allowedRelayerAddresses: input.allowedRelayerAddresses,
            receipts: new TeleporterMessageReceipt[](0),
            message: input.message
        });
        sentMessageInfo[messageID] = SentMessageInfo(keccak256(abi.encode(message)), input.feeInfo);
        if (input.feeInfo.amount > 0) {
            IERC20(input.feeInfo.feeTokenAddress).safeTransferFrom(msg.sender, address(this), input.feeInfo.amount);
        }
        emit SendCrossChainMessage(messageID, destination, message, input.feeInfo);
    }

    /// @notice Announces a message once more, for relayers that have missed it. Anyone may call it.
    function retrySendCrossChainMessage(TeleporterMessage calldata message) external {
        bytes32 destination = message.destinationBlockchainID;
        bytes32 messageID = calculateMessageID(blockchainID, destination, message.messageNonce);
        SentMessageInfo memory info = sentMessageInfo[messageID];
        if (info.messageHash == bytes32(0) || info.messageHash != keccak256(abi.encode(message))) {
            revert UnknownMessage();
        }
        emit SendCrossChainMessage(messageID, destination, message, info.feeInfo);
    }

    /// @notice Delivers a message. Stands in for the real messenger's `receiveCrossChainMessage`.
    /// @param sourceBlockchainID Where the message was sent.
    /// @param message The message, as its chain announced it.
    /// @param relayerRewardAddress Who is to be paid the fee.
    /// @param executionGas What the execution is given: `requiredGasLimit`, or less to see it fail.
    function deliverCrossChainMessage(
        bytes32 sourceBlockchainID,
        TeleporterMessage calldata message,
        address relayerRewardAddress,
        uint256 executionGas
    ) external {
        if (message.destinationBlockchainID != blockchainID || sourceBlockchainID == blockchainID) revert WrongChain();
        bytes32 messageID = calculateMessageID(sourceBlockchainID, blockchainID, message.messageNonce);
        if (messageReceived[messageID]) revert AlreadyReceived();
        if (!_isAllowed(message.allowedRelayerAddresses)) revert RelayerNotAllowed();
        messageReceived[messageID] = true;
        emit ReceiveCrossChainMessage(messageID, sourceBlockchainID, msg.sender, relayerRewardAddress, message);
        // A call is given 63 parts of 64 of what there is, at the most.
        if (gasleft() - gasleft() / 64 < executionGas) revert InsufficientGas();
        if (_execute(sourceBlockchainID, message, executionGas)) {
            emit MessageExecuted(messageID, sourceBlockchainID);
        } else {
            receivedFailedMessageHashes[messageID] = keccak256(abi.encode(message));
            emit MessageExecutionFailed(messageID, sourceBlockchainID, message);
        }
    }

    /// @notice Executes a delivered message that has failed, with all the gas there is. Anyone may call it.
    function retryMessageExecution(bytes32 sourceBlockchainID, TeleporterMessage calldata message) external {
        bytes32 messageID = calculateMessageID(sourceBlockchainID, blockchainID, message.messageNonce);
        bytes32 failedHash = receivedFailedMessageHashes[messageID];
        if (failedHash == bytes32(0) || failedHash != keccak256(abi.encode(message))) revert UnknownMessage();
        delete receivedFailedMessageHashes[messageID];
        if (!_execute(sourceBlockchainID, message, gasleft())) revert RetryFailed();
        emit MessageExecuted(messageID, sourceBlockchainID);
    }

    /// @inheritdoc ITeleporterMessenger
    function getNextMessageID(bytes32 destinationBlockchainID) public view returns (bytes32) {
        return calculateMessageID(blockchainID, destinationBlockchainID, messageNonce + 1);
    }

    /// @notice The id of the message with this nonce between these chains.
    function calculateMessageID(bytes32 sourceBlockchainID, bytes32 destinationBlockchainID, uint256 nonce)
        public
        view
        returns (bytes32)
    {
        return keccak256(abi.encode(address(this), sourceBlockchainID, destinationBlockchainID, nonce));
    }

    function _execute(bytes32 sourceBlockchainID, TeleporterMessage calldata message, uint256 executionGas)
        private
        returns (bool isDone)
    {
        if (message.destinationAddress.code.length == 0) return false;
        bytes memory data = abi.encodeCall(
            ITeleporterReceiver.receiveTeleporterMessage,
            (sourceBlockchainID, message.originSenderAddress, message.message)
        );
        (isDone,) = message.destinationAddress.call{gas: executionGas}(data);
    }

    function _isAllowed(address[] calldata relayers) private view returns (bool) {
        if (relayers.length == 0) return true;
        for (uint256 i = 0; i < relayers.length; ++i) {
            if (relayers[i] == msg.sender) return true;
        }
        return false;
    }
}
